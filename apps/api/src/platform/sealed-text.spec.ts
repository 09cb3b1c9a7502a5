import { createSecretKey } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { seal, unseal } from './sealed-text.js';

const key = createSecretKey(Buffer.alloc(32, 1));
const otherKey = createSecretKey(Buffer.alloc(32, 2));

test('opens with the same key and binding', () => {
  expect(unseal(seal('后继', key, 'secret'), key, 'secret')).toBe('后继');
});

test('opens with no other binding, no other key, and not after a change', () => {
  const sealed = seal('successor', key, 'secret');
  expect(unseal(sealed, key, 'other')).toBeNull();
  expect(unseal(sealed, otherKey, 'secret')).toBeNull();
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(14) ^ 1, 14);
  expect(unseal(changed, key, 'secret')).toBeNull();
});

test('seals the same text differently each time', () => {
  expect(seal('x', key, 's').equals(seal('x', key, 's'))).toBe(false);
});
