import { MAX_BATCH_ROWS } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { useApp } from '../../../test/support/app.js';
import { runCrowd } from '../../../test/support/images/batch-crowd.js';
import { useBatches } from '../../../test/support/images/batches.js';
import { raceSeed } from '../../../test/support/timing/race-rounds.js';

const PEOPLE = 20;
const HALF_AN_HOUR_MS = 1_800_000;

const api = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_FREE: '1000' } });
const batches = useBatches(api);

test(
  'a thousand rows of twenty people take turns in free slots, and single requests pass them',
  async () => {
    const seed = raceSeed();
    const ended = await runCrowd(batches, { people: PEOPLE, rowsEach: MAX_BATCH_ROWS, slots: 4, seed });
    expect([seed, ended]).toEqual([seed, PEOPLE * MAX_BATCH_ROWS]);
  },
  HALF_AN_HOUR_MS,
);
