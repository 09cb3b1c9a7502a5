import { isIP } from 'node:net';

/** Of a `Host` header, without the port; undefined if it is none. */
function nameOf(host: string): string | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined;
  const { hostname } = new URL(`http://${host}`);
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/**
 * Whether a request was addressed to this server: by an IP address, as localhost, or by one of `names`. Any other name may
 * have been pointed here by a stranger, whose page could then read the answers (DNS rebinding).
 */
export function isKnownHost(host: string | undefined, names: readonly string[]): boolean {
  const name = nameOf(host ?? '');
  if (name === undefined) return false;
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || names.includes(name);
}
