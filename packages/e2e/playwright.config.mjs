import { availableParallelism } from 'node:os';

/**
 * Chromium loads two pages of its own behind the address bar of each window, which triples what a page costs. Only the
 * last `--disable-features` counts, so what Playwright switches off is named again.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join()}`,
];

/** `npm test -- e2e`. Limits of time are for tests that hang: none is meant to be met by a busy machine. */
export default {
  testDir: 'test',
  testIgnore: ['lighthouse/**', 'proof/**', 'screenshots/**'],
  // What a quicker test shows in its main part, here or of the web app, is run by the proof.
  grepInvert: /@proof/,
  outputDir: 'test-results/traces',
  snapshotPathTemplate: '{testDir}/{testFileDir}/order/{arg}{ext}',
  timeout: 300_000,
  expect: { timeout: 120_000 },
  forbidOnly: process.env.CI !== undefined,
  workers: Math.min(2, availableParallelism()),
  reporter: [
    ['list'],
    ['json', { outputFile: 'test-results/playwright.json' }],
    ...(process.env.CI === undefined ? [['html', { open: 'never' }]] : []),
  ],
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: FLAGS },
    // Snapshots of each step cost a tenth of the time; `--trace on` takes them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: true },
    screenshot: 'only-on-failure',
  },
};
