import { suite } from './jest.config.mjs';

/** The whole suite with long races and every case, and the specs that are too long for `npm test` (`*.proof.spec.ts`). */
process.env.RACE_ROUNDS ??= '200';
/** Of the matrices from which `npm test` draws a part each day. */
process.env.DRAW_WHOLE ??= '1';
/** To each version of the public API. */
process.env.V1_REQUESTS ??= '5000';

export default suite({ testTimeout: 600_000, ignored: [] });
