/**
 * Encrypts the words of native documents and decrypts them: docs/encryption.md says what is protected and how.
 *
 * @packageDocumentation
 */
export { CIPHERS } from './ciphers.js';
export type { Cipher } from './ciphers.js';
export { decryptDocument } from './decrypt-document.js';
export type { DecryptOptions } from './decrypt-document.js';
export { ENCODINGS } from './encodings.js';
export { encryptDocument, HASHES } from './encrypt-document.js';
export type { EncryptOptions, Hash } from './encrypt-document.js';
export { SHORTEST_SECRET } from './keys.js';
