import { expect, test } from '@jest/globals';
import { createSecretKey } from 'node:crypto';
import { shareToken } from './share-token.js';
import { secretHash } from '../../../platform/secret-hash.js';

const secret = createSecretKey(Buffer.alloc(32, 1));
const id = '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1';

test('a link’s secret has 192 bits, is the same for the same share and another for another share or key', () => {
  const token = shareToken(secret, id);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(shareToken(secret, id)).toBe(token);
  expect(shareToken(secret, id.replace('0b', '1b'))).not.toBe(token);
  expect(shareToken(createSecretKey(Buffer.alloc(32, 2)), id)).not.toBe(token);
});

test('what is stored of a secret does not tell it', () => {
  expect(secretHash('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
