import settings from './playwright.config.mjs';

/** `npm run proof -- e2e`: what takes longer than `npm test` may. */
export default {
  ...settings,
  testDir: 'test/proof',
  testIgnore: [],
  outputDir: 'test-results/proof-traces',
  timeout: 600_000,
  workers: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/proof.json' }]],
};
