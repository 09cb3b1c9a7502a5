import { BlockList, isIPv6 } from 'node:net';

const LOOPBACK = ['127.0.0.0/8', '::1'];

function networksOf(addresses: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const one of addresses) {
    const [address = '', prefix] = one.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(prefix), family);
  }
  return networks;
}

/** Trusts `hops` proxies, each on this machine or in `proxies`; where none is named, the nearest must be local. */
export function trustedHops(hops: number, proxies: readonly string[]): (address: string, hop: number) => boolean {
  const known = networksOf([...LOOPBACK, ...proxies]);
  const isKnown = (address: string): boolean => known.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return (address, hop) => hop < hops && ((hop > 0 && proxies.length === 0) || isKnown(address));
}
