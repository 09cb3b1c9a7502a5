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

/** Which half of the screens that take turns is checked: one day for all processes of a run. */
process.env.SCREENS_DAY ??= String(Math.floor(Date.now() / 86_400_000));

/** Limits of time are for tests that hang: none is meant to be met by a busy machine. */
export const settings = {
  testDir: 'test',
  testIgnore: ['lighthouse/**', 'proof/**', 'screenshots/**'],
  // What a quicker test shows in its main part, here or of the web app, is run by the proof.
  grepInvert: /@proof/,
  outputDir: 'test-results/traces',
  snapshotPathTemplate: '{testDir}/{testFileDir}/order/{arg}{ext}',
  timeout: 300_000,
  expect: { timeout: 120_000 },
  forbidOnly: process.env.CI !== undefined,
  // What the packages have built is JavaScript already: two thirds of the files that a run loads.
  build: { external: ['**/dist/**'] },
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

/** Those that use another product than the journeys do: the one of the screens, and those of faults and services. */
const SCREENS = ['screens.spec.ts', 'phone/**', 'journeys/first-image.spec.ts'];
const FAULTS = ['faults.spec.ts', 'api/answers.spec.ts', 'api/spending.spec.ts', 'journeys/services.spec.ts'];

/**
 * `npm test -- e2e`. One worker each begins with the screens and with the faults, so that their products are started
 * once; both go on with the journeys, whose files are short enough to end together.
 */
export default {
  ...settings,
  projects: [
    { name: 'screens', testMatch: SCREENS, workers: 1 },
    { name: 'faults', testMatch: FAULTS, workers: 1 },
    { name: 'journeys', testIgnore: [...settings.testIgnore, ...SCREENS, ...FAULTS] },
  ],
};
