/** Attempts at one generation, and so calls of an engine for one image. */
export const MAX_ATTEMPTS = 3;
