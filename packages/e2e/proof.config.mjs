import settings from './playwright.config.mjs';

/** `pnpm --filter @app/e2e proof`: what takes longer than `npm test` may. */
export default { ...settings, testDir: 'test/proof', testIgnore: [], timeout: 600_000, workers: 1 };
