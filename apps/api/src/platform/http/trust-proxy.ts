import { BlockList, isIPv6 } from 'node:net';

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv6');
}

const isPrivate = (address: string): boolean => privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Trusts `X-Forwarded-For` of `hops` proxies, counted from here outwards, of which the nearest must be on a private
 * network, so that a client that connects directly from outside cannot invent an address.
 */
export const trustedHops =
  (hops: number) =>
  (address: string, hop: number): boolean =>
    hop < hops && (hop > 0 || isPrivate(address));
