import { nodeJest } from '@app/config/jest';

export default nodeJest({
  esm: ['thumbhash'],
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
});
