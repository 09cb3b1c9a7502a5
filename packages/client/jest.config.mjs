import { nodeJest } from '@app/config/jest';

export default nodeJest();
