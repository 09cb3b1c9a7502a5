export const OAUTH_PROVIDERS = ['google', 'github'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];
export const isOAuthProvider = (value: unknown): value is OAuthProvider =>
  OAUTH_PROVIDERS.some((provider) => provider === value);

/** Seconds that an access token lives. */
export const ACCESS_TOKEN_SECONDS = 3600;
/** Days after which a session ends however often it was refreshed. */
export const SESSION_DAYS = 30;
/** Seconds in which a refresh answer that was lost can be asked for again. */
export const REFRESH_GRACE_SECONDS = 60;
/** Minutes that a sign-in may take at the provider. */
export const OAUTH_STATE_MINUTES = 10;
