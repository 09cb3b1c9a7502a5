import { Resolver } from 'node:dns/promises';

/** The addresses of a name, at least one. */
export type ResolveHost = (name: string) => Promise<string[]>;

/** Injection token of the `ResolveHost` of deliveries. */
export const RESOLVE_HOST = Symbol('RESOLVE_HOST');

// Not getaddrinfo: slow name servers of strangers would fill the threads that also write images.
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

export const resolveHost: ResolveHost = async (name) => {
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length === 0) throw new Error(`${name} has no address`);
  return addresses;
};
