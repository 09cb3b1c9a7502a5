import { expect, test } from '@jest/globals';
import { trustedHops } from './trust-proxy.js';

const NAMED = ['172.16.0.0/12', '203.0.113.9', 'fd12::/16'];

test.each<[number, readonly string[], string, number, boolean]>([
  [0, [], '127.0.0.1', 0, false],
  [1, [], '127.0.0.1', 0, true],
  [1, [], '::1', 0, true],
  [1, [], '::ffff:127.0.0.1', 0, true],
  // A neighbour on the same network that talks to us directly.
  [1, [], '192.168.1.7', 0, false],
  [1, [], '203.0.113.9', 0, false],
  [2, [], '203.0.113.7', 1, true],
  [2, [], '203.0.113.7', 2, false],
  [1, NAMED, '127.0.0.1', 0, true],
  [1, NAMED, '172.20.0.3', 0, true],
  [1, NAMED, '::ffff:172.20.0.3', 0, true],
  [1, NAMED, 'fd12::7', 0, true],
  [1, NAMED, '192.168.1.7', 0, false],
  [1, NAMED, 'fd13::7', 0, false],
  [1, NAMED, '203.0.113.9', 1, false],
  [2, NAMED, '203.0.113.9', 1, true],
  [2, NAMED, '203.0.113.7', 1, false],
])('with %i proxies of %j, %s at hop %i is believed: %s', (hops, proxies, address, hop, isBelieved) => {
  expect(trustedHops(hops, proxies)(address, hop)).toBe(isBelieved);
});
