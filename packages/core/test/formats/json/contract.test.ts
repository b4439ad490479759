import { describe, it } from 'vitest';
import { json } from '../../../src/formats/json/index.js';
import { encodeText } from '../../../src/syntax/text.js';
import { codecContract } from '../../../src/testing/codec-contract.js';
import { fullDocument } from '../../../src/testing/full-document.js';

describe('the contract of codecs', () => {
  const samples = [{ name: 'a document that uses everything', bytes: encodeText(JSON.stringify(fullDocument())) }];
  for (const { name, run } of codecContract(json, samples)) it(name, run);
});
