import { nodeJest } from '@app/config/jest';
import { availableParallelism } from 'node:os';

const {
  testTimeout: usual,
  maxWorkers,
  ...settings
} = nodeJest({
  // One more than cores: a worker waits for Postgres and timers for a quarter of its time.
  maxWorkers: availableParallelism() + 1,
  esm: ['@opentelemetry/otlp-exporter-base', 'request-filtering-agent', 'thumbhash', '@seriousme/'],
});
const DATABASE_SPECS = '\\.db\\.spec\\.ts$';

/**
 * Two projects, because Jest runs a global set-up only for projects with tests to run: pure specs start no service.
 * `ignored`: further specs that are left out.
 */
export const suite = ({ testTimeout, ignored }) => ({
  maxWorkers,
  testTimeout,
  projects: [
    {
      ...settings,
      displayName: 'pure',
      testTimeout,
      testRegex: '\\.spec\\.ts$',
      testPathIgnorePatterns: [...settings.testPathIgnorePatterns, ...ignored, DATABASE_SPECS],
    },
    {
      ...settings,
      displayName: 'database',
      testTimeout,
      testRegex: DATABASE_SPECS,
      testPathIgnorePatterns: [...settings.testPathIgnorePatterns, ...ignored],
      globalSetup: '<rootDir>/test/global-setup.mjs',
      globalTeardown: '<rootDir>/test/global-teardown.mjs',
    },
  ],
});

export default suite({ testTimeout: usual, ignored: ['\\.proof\\.'] });
