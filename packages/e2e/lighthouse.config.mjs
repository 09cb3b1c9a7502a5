import { settings } from './playwright.config.mjs';

/** `npm run lighthouse`: scores of pages on a phone; no part of the tests. */
export default {
  ...settings,
  testDir: 'test/lighthouse',
  testIgnore: [],
  reporter: 'list',
  timeout: 3_600_000,
  workers: 1,
};
