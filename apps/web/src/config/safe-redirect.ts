import { pageOfPath } from './paths';

const NO_TARGETS: ReadonlySet<string> = new Set(['login', 'authCallback']);

/**
 * The path to go on to after signing in. Anything that is not a known page of our own origin (`//evil`, `/\evil`,
 * another host, the login page itself) becomes the fallback.
 */
export function safeRedirect(wanted: string | null | undefined, fallback: string): string {
  if (!wanted?.startsWith('/')) return fallback;
  let url: URL;
  try {
    url = new URL(wanted, window.location.origin);
  } catch {
    return fallback;
  }
  if (url.origin !== window.location.origin) return fallback;
  const page = pageOfPath(url.pathname);
  return page === null || NO_TARGETS.has(page) ? fallback : url.pathname + url.search + url.hash;
}
