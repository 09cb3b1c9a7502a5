import { expect, test } from '@jest/globals';
import { testConfig } from '../../../test/support/config.js';
import { derivedKey, identityKey, type KeyPurpose } from './keys.js';

const services = { DATABASE_URL: 'postgres://none', REDIS_URL: 'redis://none' };
const PURPOSES: KeyPurpose[] = [
  'access-token',
  'file-link',
  'share-link',
  'oauth-state',
  'refresh-successor',
  'webhook-secret',
];

test('every purpose has a key of its own, the same at each start', () => {
  const keys = PURPOSES.map((purpose) => derivedKey(testConfig(services), purpose).export().toString('hex'));
  expect(new Set(keys).size).toBe(PURPOSES.length);
  expect(PURPOSES.map((purpose) => derivedKey(testConfig(services), purpose).export().toString('hex'))).toEqual(keys);
});

test('another installation has other keys, and the identity key does not depend on the app secret', () => {
  const other = testConfig({ ...services, APP_SECRET: 'z'.repeat(43) });
  const own = testConfig(services);
  expect(derivedKey(other, 'access-token').equals(derivedKey(own, 'access-token'))).toBe(false);
  expect(identityKey(other).equals(identityKey(own))).toBe(true);
});
