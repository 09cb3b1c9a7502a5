import { nodeJest } from '@app/config/jest';

export default nodeJest({
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
});
