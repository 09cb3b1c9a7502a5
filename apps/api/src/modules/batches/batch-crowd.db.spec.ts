import { expect, test } from '@jest/globals';
import { useApp } from '../../../test/support/app.js';
import { runCrowd } from '../../../test/support/batch-crowd.js';
import { useBatches } from '../../../test/support/batches.js';
import { raceSeed } from '../../../test/support/race-rounds.js';

const api = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_FREE: '1000' } });
const batches = useBatches(api);

test('batches of six people take turns in free slots, and single requests pass them', async () => {
  const seed = raceSeed();
  const ended = await runCrowd(batches, { people: 6, rowsEach: 4, slots: 4, seed });
  expect([seed, ended]).toEqual([seed, 24]);
});
