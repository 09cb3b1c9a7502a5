export const DEFAULT_PRODUCT_NAME = 'Lumina';
export const DEFAULT_SUPPORT_EMAIL = 'support@example.com';

export const STORAGE_KEYS = { accessToken: 'access_token', refreshToken: 'refresh_token', locale: 'locale' } as const;

export const CLIENT_TIMEOUT_MS = 30_000;
export const PROFILE_CACHE_MS = 30_000;
export const SUPPORT_REPLY_HOURS = 24;
