#!/bin/sh
# A client of the screenplay service for shells; needs curl.
#
#   screenplay-client.sh convert draft.fdx > draft.json
#   screenplay-client.sh export draft.json pdf > draft.pdf
#   screenplay-client.sh validate draft.json
#   screenplay-client.sh formats
#
# SCREENPLAY_URL says where the service is (default http://127.0.0.1:8080), SCREENPLAY_TOKEN the token, where one is
# needed. Exit code 1 and the service's message on standard error when it refuses.
set -eu

url=${SCREENPLAY_URL:-http://127.0.0.1:8080}
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# The token by way of a configuration on standard input: lists of processes show arguments.
credentials() {
  if [ -n "${SCREENPLAY_TOKEN:-}" ]; then
    printf 'header = "Authorization: Bearer %s"\n' "$SCREENPLAY_TOKEN"
  fi
}

# call PATH CURL-ARGUMENTS...: writes the body of a good answer to standard output.
call() {
  path=$1
  shift
  status=$(credentials | curl --config - --silent --show-error --output "$answer" --write-out '%{http_code}' "$@" "$url$path")
  case $status in
    2??) cat "$answer" ;;
    *)
      printf 'the service answers %s: ' "$status" >&2
      cat "$answer" >&2
      echo >&2
      exit 1
      ;;
  esac
}

# A name as curl's --form takes it, whatever is in it.
form_name() {
  printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"
}

media_type() {
  case $1 in
    *.yaml | *.yml) echo application/yaml ;;
    *) echo application/json ;;
  esac
}

case ${1:-} in
  convert)
    call /convert --form "file=@$(form_name "$2")" --form "lang=${3:-en}"
    ;;
  export)
    call "/export?format=$3" --header "Content-Type: $(media_type "$2")" --data-binary "@$2"
    ;;
  validate)
    call /validate --header 'Content-Type: application/json' --data-binary "@$2"
    ;;
  formats)
    call /formats
    ;;
  *)
    sed -n '2,/^set /{/^#/s/^# \{0,1\}//p;}' "$0" >&2
    exit 2
    ;;
esac
