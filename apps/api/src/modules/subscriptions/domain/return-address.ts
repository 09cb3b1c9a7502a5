import { AppError } from '../../../platform/errors/app-error.js';

// Paths of the web app, never of the API or another host.
const WEB_PATH = /^\/(?!\/|api(\/|$))/;

export function ownAddress(wanted: string, publicOrigin: string): string {
  const url = URL.canParse(wanted, publicOrigin) ? new URL(wanted, publicOrigin) : null;
  const isPath = wanted.startsWith('/') || wanted.startsWith(publicOrigin);
  if (!url || !isPath || url.origin !== publicOrigin || url.username !== '' || url.password !== '')
    throw new AppError('URL_NOT_ALLOWED');
  if (!WEB_PATH.test(url.pathname)) throw new AppError('URL_NOT_ALLOWED');
  return url.href;
}

/** `URLSearchParams` would encode a placeholder that the provider fills in. */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const { origin, pathname, search, hash } = new URL(address);
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return `${origin}${pathname}${[search || '?', ...added].join('&').replace('?&', '?')}${hash}`;
}
