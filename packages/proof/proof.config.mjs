import shortSuite from './jest.config.mjs';

export default { ...shortSuite, testMatch: ['<rootDir>/test/proof/*.spec.ts'] };
