import { nodeJest } from '@app/config/jest';

export default nodeJest({ testMatch: ['<rootDir>/test/hard/*.spec.ts'], maxWorkers: 1, testTimeout: 120_000 });
