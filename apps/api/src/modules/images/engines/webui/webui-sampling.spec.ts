import { expect, test } from '@jest/globals';
import { namesOtherCheckpoint } from './webui-sampling.js';

const HASH = '6ce0161689';
const told = (name: string, hash = '') => ({ sd_model_name: name, sd_model_hash: hash });

test.each([
  ['v1-5.safetensors', told('v1-5')],
  ['v1-5', told('v1-5.CKPT')],
  [`V1-5.safetensors [${HASH}]`, told('v1-5')],
  ['models\\sd\\v1-5.gguf', told('/srv/models/v1-5.safetensors')],
  ['any name', told('')],
  ['any name', told('', HASH)],
  [`other name [${HASH.toUpperCase()}]`, told('v1-5', HASH)],
  [HASH, told('v1-5', HASH.toUpperCase())],
])('%j is what a server calls %j', (asked, answer) => {
  expect(namesOtherCheckpoint(asked, answer)).toBe(false);
});

test.each([
  ['v1-5.safetensors', told('v2-1')],
  ['v1-5.safetensors', told('v1-5-pruned')],
  ['v1-5.safetensors', told('v2-1', HASH)],
  [`v1-5 [${HASH}]`, told('v2-1', 'ffffffffff')],
])('%j is not what a server calls %j', (asked, answer) => {
  expect(namesOtherCheckpoint(asked, answer)).toBe(true);
});
