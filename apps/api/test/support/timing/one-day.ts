import { until } from './until.js';

const DAY_MS = 86_400_000;
const LONGEST_TEST_MS = 30_000;

/** Waits for midnight (UTC) if it is so near that the day could change while a test runs. */
export const untilDayIsLong = (): Promise<void> => until(() => DAY_MS - (Date.now() % DAY_MS) > LONGEST_TEST_MS);
