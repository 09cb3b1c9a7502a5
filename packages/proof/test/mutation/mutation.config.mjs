import { join } from 'node:path';

/** Copied beside the settings of the package whose tests run. */
const { default: suite } = await import(join(import.meta.dirname, 'jest.config.mjs'));

/** How long a test may wait for what a change has taken away; without it as long as in the suite. */
const { MUTATION_TEST_TIMEOUT_MS: limit } = process.env;
const patience = limit === undefined ? {} : { testTimeout: Number(limit) };

/** The suite of the package, reporting which tests reach which change, and running test files in the given order. */
const withProbe = (project) => ({
  ...project,
  ...patience,
  setupFilesAfterEnv: ['<rootDir>/mutation-probe.mjs', ...(project.setupFilesAfterEnv ?? [])],
});

export default {
  ...(suite.projects ? { ...suite, ...patience, projects: suite.projects.map(withProbe) } : withProbe(suite)),
  reporters: ['<rootDir>/mutation-reporter.mjs'],
  testSequencer: '<rootDir>/mutation-sequencer.mjs',
};
