import { join } from 'node:path';

/** Copied beside the settings of the package whose tests run. */
const { default: suite } = await import(join(import.meta.dirname, 'jest.config.mjs'));

/** The suite of the package, reporting which tests reach which change, and running test files in the given order. */
const withProbe = (project) => ({
  ...project,
  setupFilesAfterEnv: ['<rootDir>/mutation-probe.mjs', ...(project.setupFilesAfterEnv ?? [])],
});

export default {
  ...(suite.projects ? { ...suite, projects: suite.projects.map(withProbe) } : withProbe(suite)),
  reporters: ['<rootDir>/mutation-reporter.mjs'],
  testSequencer: '<rootDir>/mutation-sequencer.mjs',
};
