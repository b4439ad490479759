#!/usr/bin/env bash
# Computes vectors.json with OpenSSL and, for encodings that OpenSSL has not, with coreutils (base32) and Python
# (Ascii85). It knows nothing of this project:
#
#     bash packages/core/test/encryption/make-vectors.sh > packages/core/test/encryption/vectors.json
set -euo pipefail

json() { python3 -c 'import json, sys; sys.stdout.write(json.dumps(sys.stdin.buffer.read().decode(), ensure_ascii=False))'; }
hex() { xxd -p | tr -d '\n'; }

encode() { # encoding; bytes on standard input
  case $1 in
    hex) hex ;;
    base16) hex | tr a-f A-F ;;
    base32) basenc --base32 -w0 ;;
    base64) openssl base64 -A ;;
    ascii85) python3 -c 'import base64, sys; sys.stdout.write(base64.a85encode(sys.stdin.buffer.read()).decode())' ;;
  esac
}

key_of() { # hash, secret: the first 32 bytes
  printf %s "$2" | openssl dgst "-$1" -r | cut -c1-64
}

seal() { # key, iv, text: iv and ciphertext
  printf %s "$2" | xxd -r -p
  printf %s "$3" | openssl enc -aes-256-ctr -K "$1" -iv "$2"
}

hmac() { # key in hex; message on standard input
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -r | cut -c1-64
}

part() { # text: four bytes of length, and the text in UTF-8
  printf '%08x' "$(printf %s "$1" | wc -c)" | xxd -r -p
  printf %s "$1"
}

separator=''
value() { # secret, hash, encoding, iv, text
  printf '%s\n    { "secret": %s, "hash": "%s", "encoding": "%s", "iv": "%s",\n      "text": %s,\n      "value": %s }' \
    "$separator" "$(printf %s "$1" | json)" "$2" "$3" "$4" "$(printf %s "$5" | json)" \
    "$(seal "$(key_of "$2" "$1")" "$4" "$5" | encode "$3" | json)"
  separator=','
}

secret='correct horse battery staple'
other='пароль — секрет'
plain='There you are.'
mixed=$'Zażółć gęślą jaźń.\nДЕНЬ, 夜, 😀 "quoted" \\ and\ttabbed.'
long=$(printf 'The lamp turns, and turns. %.0s' {1..40})

printf '{\n  "values": ['
for encoding in hex base16 base32 base64 ascii85; do
  value "$secret" sha256 $encoding 000102030405060708090a0b0c0d0e0f "$plain"
  value "$other" sha256 $encoding 8f1d2a77c05be94431aa60cd18f2b6e3 "$mixed"
  value "$secret" sha256 $encoding 00000000000000000000000000000000 "x"
  # The counter wraps behind the first block.
  value "$secret" sha256 $encoding ffffffffffffffffffffffffffffffff "$long"
done
value "$secret" sha384 hex 101112131415161718191a1b1c1d1e1f "$plain"
value "$secret" sha512 base64 202122232425262728292a2b2c2d2e2f "$mixed"
printf '\n  ],\n'

# How jobs derive an iv, and the texts that it is derived from.
key=$(key_of sha256 "$secret")
iv_key=$(printf %s 'screenplay/iv/v1' | hmac "$key")
job='j_01HZX5K3Q8R9S0T1V2W3X4Y5Z6'
pointer='/document/scenes/0/body/0/text/en'
iv=$({ part "$job"; part "$pointer"; part "$mixed"; } | hmac "$iv_key" | cut -c1-32)
printf '  "derived": { "secret": "%s", "jobId": "%s", "pointer": "%s",\n    "text": %s,\n    "iv": "%s" },\n' \
  "$secret" "$job" "$pointer" "$(printf %s "$mixed" | json)" "$iv"

printf '  "scrypt": { "secret": "%s", "salt": "%s", "N": 131072, "r": 8, "p": 1, "key": "%s" }\n}\n' \
  "$secret" 00112233445566778899aabbccddeeff \
  "$(openssl kdf -keylen 32 -kdfopt "pass:$secret" -kdfopt hexsalt:00112233445566778899aabbccddeeff \
    -kdfopt n:131072 -kdfopt r:8 -kdfopt p:1 -kdfopt maxmem_bytes:268435456 SCRYPT | tr -d ':\n' | tr A-F a-f)"
