import { createSecretKey } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { secretHash } from '../../../platform/secret-hash.js';
import { randomSecret, seal, unseal } from './secrets.js';

const key = createSecretKey(Buffer.alloc(32, 1));
const otherKey = createSecretKey(Buffer.alloc(32, 2));

test('what was sealed opens with the same key and secret', () => {
  expect(unseal(seal('后继', key, 'secret'), key, 'secret')).toBe('后继');
});

test('it opens with no other secret, no other key, and not after a change', () => {
  const sealed = seal('successor', key, 'secret');
  expect(() => unseal(sealed, key, 'other')).toThrow();
  expect(() => unseal(sealed, otherKey, 'secret')).toThrow();
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(14) ^ 1, 14);
  expect(() => unseal(changed, key, 'secret')).toThrow();
});

test('the same text is sealed differently each time', () => {
  expect(seal('x', key, 's').equals(seal('x', key, 's'))).toBe(false);
});

test('a secret has 256 bits, and its hash does not show it', () => {
  expect(Buffer.from(randomSecret(), 'base64url')).toHaveLength(32);
  expect(secretHash('secret')).toHaveLength(32);
});
