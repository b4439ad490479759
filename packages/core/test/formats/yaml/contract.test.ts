import { describe, it } from 'vitest';
import { yaml } from '../../../src/formats/yaml/index.js';
import { printYaml } from '../../../src/formats/yaml/write/print.js';
import { encodeText } from '../../../src/syntax/text.js';
import { codecContract } from '../../../src/testing/codec-contract.js';
import { fullDocument } from '../../../src/testing/full-document.js';

describe('the contract of codecs', () => {
  const samples = [{ name: 'a document that uses everything', bytes: encodeText(printYaml(fullDocument())) }];
  for (const { name, run } of codecContract(yaml, samples)) it(name, run);
});
