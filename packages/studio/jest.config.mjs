import { nodeJest } from '@app/config/jest';

export default nodeJest({
  esm: ['d3-delaunay', 'delaunator', 'robust-predicates', 'simplex-noise'],
  globalSetup: '<rootDir>/test/global-setup.mjs',
});
