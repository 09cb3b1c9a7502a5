/** The name that titles, navigation bar, mails and legal pages show unless the installation sets its own. */
export const DEFAULT_PRODUCT_NAME = 'Lumina';

/** Local-storage keys that the specification names. */
export const STORAGE_KEYS = { accessToken: 'access_token', refreshToken: 'refresh_token', locale: 'locale' } as const;

/** Times and limits of the specification's section 9 that no module owns. */
export const CLIENT_TIMEOUT_MS = 30_000;
export const PROFILE_CACHE_MS = 30_000;
export const SUPPORT_REPLY_HOURS = 24;
