export const API_KEY_PREFIX = 'lum_live_';
export const API_KEYS_MAX = 20;
export const API_KEY_NAME_MAX = 60;
/** The old key goes on working for so long after a rotation. */
export const API_KEY_OVERLAP_HOURS = 24;
export const API_KEY_DAILY_CREDITS_MAX = 100_000;
