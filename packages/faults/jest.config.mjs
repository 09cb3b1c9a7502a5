import { nodeJest } from '@app/config/jest';

export default nodeJest({
  esm: ['thumbhash'],
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'],
  // They have commands of their own.
  testPathIgnorePatterns: ['/node_modules/', '/test/(defects|long|hard)/'],
  maxWorkers: 1,
});
