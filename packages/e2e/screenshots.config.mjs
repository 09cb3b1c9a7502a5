import { settings } from './playwright.config.mjs';

/** `npm run screens`: images of every screen to look at; no part of the tests. */
export default { ...settings, testDir: 'test/screenshots', testIgnore: [], reporter: 'list', workers: 1 };
