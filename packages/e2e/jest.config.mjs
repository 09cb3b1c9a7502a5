import { nodeJest } from '@app/config/jest';

export default nodeJest({ testTimeout: 120_000, maxWorkers: 1 });
