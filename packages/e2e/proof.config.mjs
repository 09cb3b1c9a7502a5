import { settings } from './playwright.config.mjs';

const { testDir, testIgnore, grepInvert, ...others } = settings;

/** `npm run proof -- e2e`: what takes longer than `npm test` may. */
export default {
  ...others,
  projects: [
    { name: 'proof', testDir: `${testDir}/proof` },
    { name: 'tagged', testDir, testIgnore, grep: grepInvert },
  ],
  outputDir: 'test-results/proof-traces',
  timeout: 600_000,
  workers: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/proof.json' }]],
};
