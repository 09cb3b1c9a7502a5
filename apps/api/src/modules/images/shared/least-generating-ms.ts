/** With less time left before the deadline, an image could not be made: none is begun, and a retry is not waited for. */
export const LEAST_GENERATING_MS = 5_000;
