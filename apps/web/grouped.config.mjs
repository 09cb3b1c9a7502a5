import { groupSpecs } from '@app/config/grouped-specs';
import config from './jest.config.mjs';

export default {
  ...config,
  testMatch: groupSpecs({
    root: import.meta.dirname,
    name: 'web',
    isSpec: (file) => /\.spec\.tsx?$/.test(file),
    before: 'test/start-spec.ts',
    // Enough that both workers end at about the same time, and that no group needs more memory than a large spec.
    count: 32,
  }),
};
