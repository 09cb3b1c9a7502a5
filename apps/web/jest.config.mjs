import { nodeJest } from '@app/config/jest';

const settings = nodeJest({
  jsx: true,
  // Further ESM-only packages: the product's, and those that MSW loads.
  esm: ['thumbhash', 'eventsource-parser', 'rettime', 'until-async', '@open-draft'],
  testEnvironment: '<rootDir>/test/jsdom-environment.mjs',
  testEnvironmentOptions: { customExportConditions: [''], url: 'http://localhost/' },
  // Page specs render whole routes: one worker would leave a core idle for minutes.
  maxWorkers: 2,
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts', '<rootDir>/test/start-spec.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts', '$1.tsx', '$1'],
    // Only Vite knows import.meta.
    '/web-env$': '<rootDir>/test/web-env.ts',
    '/text-files$': '<rootDir>/test/text-files.ts',
  },
});

export default { ...settings, transform: { ...settings.transform, '\\.mdx$': '<rootDir>/jest-mdx.config.mjs' } };
