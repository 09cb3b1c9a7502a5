import { nodeJest } from '@app/config/jest';

export default nodeJest({
  testMatch: ['<rootDir>/test/defects/*.spec.ts'],
  maxWorkers: 1,
  testTimeout: 600_000,
  verbose: true,
});
