const MAX_LENGTH = 2000;

/** A host name, with `.example.com` for all below it, or a whole origin for a local sandbox. */
export type AvatarHost = string;

const matches = (url: URL, host: AvatarHost): boolean =>
  host.includes('://')
    ? url.origin === host
    : url.protocol === 'https:' &&
      url.port === '' &&
      (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host);

export function avatarUrl(value: unknown, hosts: readonly AvatarHost[]): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !URL.canParse(value)) return null;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return null;
  return hosts.some((host) => matches(url, host)) ? url.href : null;
}
