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

const MOST_REMEMBERED = 1_000;
const remembered = new Map<string, boolean>();

/** Connections come from few addresses, and each of their requests asks. */
function isPrivate(address: string): boolean {
  const known = remembered.get(address);
  if (known !== undefined) return known;
  const found = privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(address, found);
  return found;
}

/**
 * Whose word is believed about where a request came from: `hops` proxies, counted from us outwards, of which the
 * nearest is on a private network. Somebody who reaches us directly from outside cannot invent an address.
 */
export const trustedHops =
  (hops: number) =>
  (address: string, hop: number): boolean =>
    hop < hops && (hop > 0 || isPrivate(address));
