import suite from './jest.config.mjs';

export default {
  ...suite,
  testMatch: ['<rootDir>/test/long/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
