import { ENCRYPTED, NATIVE, WORKING, WORKING_ENCRYPTED, WORKING_TYPE } from './native.js';
import type { Task } from './task.js';

export const encryptTask: Task = {
  name: 'encrypt-screenplay',
  description: 'Encrypts the words of the native document; what comes after it reads the encrypted one',
  accepts: NATIVE,
  outputDir: 'encrypted',
  outputName: '{stem}_encrypted.json',
  contentType: WORKING_TYPE,
  vars: { required: ['encrypt_key'], optional: ['encoding', 'suite', 'encrypt_titles', 'drop_analysis'] },
  takes: NATIVE,
  makes: { kinds: [WORKING_ENCRYPTED], format: WORKING },
  work: {
    kind: 'document',
    call: (vars, document, jobId) => ({
      operation: 'encrypt',
      options: {
        ...document,
        key: vars.encrypt_key ?? '',
        encoding: vars.encoding,
        suite: vars.suite,
        encryptTitles: vars.encrypt_titles,
        dropAnalysis: vars.drop_analysis,
        jobId,
      },
    }),
  },
};

export const decryptTask: Task = {
  name: 'decrypt-screenplay',
  description: 'Decrypts the native document; what comes after it reads the decrypted one',
  accepts: NATIVE,
  outputDir: 'decrypted',
  outputName: '{stem}_decrypted.json',
  contentType: WORKING_TYPE,
  vars: { required: ['encrypt_key'], optional: ['allow_unchecked'] },
  takes: ENCRYPTED,
  makes: { kinds: [WORKING], format: WORKING },
  work: {
    kind: 'document',
    call: (vars, document) => ({
      operation: 'decrypt',
      options: { ...document, key: vars.encrypt_key ?? '', allowUnchecked: vars.allow_unchecked },
    }),
  },
};
