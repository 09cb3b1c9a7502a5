import { nodeJest } from '@app/config/jest';

export default nodeJest({
  esm: ['request-filtering-agent', 'thumbhash'],
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/short/*.spec.ts'],
  maxWorkers: 1,
});
