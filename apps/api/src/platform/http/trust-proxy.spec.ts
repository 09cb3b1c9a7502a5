import { expect, test } from '@jest/globals';
import { trustedHops } from './trust-proxy.js';

test.each<[number, string, number, boolean]>([
  [0, '127.0.0.1', 0, false],
  [1, '127.0.0.1', 0, true],
  [1, '::1', 0, true],
  [1, '::ffff:10.0.0.7', 0, true],
  [1, '172.20.0.3', 0, true],
  [1, 'fd12::1', 0, true],
  // Somebody from outside who talks to us directly.
  [1, '203.0.113.9', 0, false],
  [1, '2001:db8::9', 0, false],
  [1, '10.0.0.7', 1, false],
  [2, '203.0.113.9', 1, true],
  [2, '203.0.113.9', 2, false],
])('with %i proxies, %s at hop %i is believed: %s', (hops, address, hop, believed) => {
  expect(trustedHops(hops)(address, hop)).toBe(believed);
});
