import { groupSpecs } from '@app/config/grouped-specs';
import config from './jest.config.mjs';

export default {
  ...config,
  testMatch: groupSpecs({
    root: import.meta.dirname,
    name: 'web',
    isSpec: (file) => /\.spec\.tsx?$/.test(file),
    // Rendered on the server, a context reports each later rendering in the process as an error.
    alone: /app\/prerender\.spec/,
    before: 'test/start-spec.ts',
    // Enough that both workers end at about the same time, and that no group needs more memory than a large spec.
    count: 32,
  }),
};
