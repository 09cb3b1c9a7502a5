import { expect, test } from '@jest/globals';
import { secretHash } from '../../../platform/secret-hash.js';
import { randomSecret } from './secrets.js';

test('a secret has 256 bits, and its hash does not show it', () => {
  expect(Buffer.from(randomSecret(), 'base64url')).toHaveLength(32);
  expect(secretHash('secret')).toHaveLength(32);
});
