import { nodeJest } from '@app/config/jest';

/** `pnpm --filter @app/e2e screenshots`: pictures of every screen, to be looked at; no part of the test run. */
export default nodeJest({ testMatch: ['<rootDir>/test/look/*.ts'], testTimeout: 120_000, maxWorkers: 1 });
