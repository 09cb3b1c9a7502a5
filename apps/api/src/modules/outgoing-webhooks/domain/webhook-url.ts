import { isIP } from 'node:net';

/** Names that are no public host's (RFC 6761, RFC 6762, RFC 8375 and custom). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|test|invalid|onion)$/;

const isPublicName = (hostname: string): boolean => {
  const name = hostname.replace(/\.$/, '');
  return isIP(name.replace(/^\[|\]$/g, '')) === 0 && name.includes('.') && !LOCAL_NAME.test(name);
};

/**
 * The address of an endpoint as it is stored, or null for one that is not allowed: only https on its usual port, at a public
 * name. What the name resolves to is checked at each attempt. `isTest` allows http, other ports and literal addresses.
 */
export function endpointUrl(text: string, { isTest }: { isTest: boolean }): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  url.hash = '';
  if (url.username || url.password) return null;
  if (isTest) return /^https?:$/.test(url.protocol) ? url.href : null;
  return url.protocol === 'https:' && url.port === '' && isPublicName(url.hostname) ? url.href : null;
}
