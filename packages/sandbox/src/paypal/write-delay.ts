/** A year of renewals is thousands of changes in one moment, written down together. */
export const WRITE_DELAY_MS = 200;
