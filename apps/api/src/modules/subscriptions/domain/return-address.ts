import { AppError } from '../../../platform/errors/app-error.js';

// Only where a browser may come back to from a payment.
const WEB_PATH = /^\/(?!\/|api(\/|$))/;

/** An address of the web app from a path or a full address. Throws `URL_NOT_ALLOWED` for every other. */
export function ownAddress(wanted: string, publicOrigin: string): string {
  const url = URL.canParse(wanted, publicOrigin) ? new URL(wanted, publicOrigin) : null;
  const isPath = wanted.startsWith('/') || wanted.startsWith(publicOrigin);
  if (!url || !isPath || url.origin !== publicOrigin || url.username !== '' || url.password !== '')
    throw new AppError('URL_NOT_ALLOWED');
  if (!WEB_PATH.test(url.pathname)) throw new AppError('URL_NOT_ALLOWED');
  return url.href;
}

/** Adds parameters as they stand: `URLSearchParams` would encode a placeholder that the provider fills in. */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const { origin, pathname, search, hash } = new URL(address);
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return `${origin}${pathname}${[search || '?', ...added].join('&').replace('?&', '?')}${hash}`;
}
