export const OAUTH_PROVIDERS = ['google', 'github'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];
export const isOAuthProvider = (value: unknown): value is OAuthProvider =>
  OAUTH_PROVIDERS.some((provider) => provider === value);

export const ACCESS_TOKEN_SECONDS = 3600;
export const SESSION_DAYS = 30;
/** A lost refresh answer can be requested again within this time. */
export const REFRESH_GRACE_SECONDS = 60;
export const OAUTH_STATE_MINUTES = 10;
