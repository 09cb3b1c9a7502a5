export const MAX_ATTEMPTS = 3;
