import { suite } from './jest.config.mjs';

/** The whole suite with long races, and the specs that are too long for `npm test` (`*.proof.spec.ts`). */
process.env.RACE_ROUNDS ??= '200';

export default suite({ testTimeout: 600_000, ignored: [] });
