import { nodeJest } from '@app/config/jest';

// Each spec starts the whole product.
export default nodeJest({ maxWorkers: 1 });
