import { useDatabase } from '@app/api/test-support/database';
import { test } from '@jest/globals';
import { settings } from '../../src/config.js';
import { expectLane } from '../../src/soft/expect-lane.js';

const db = useDatabase(80);

/** About two minutes where nothing else runs. */
const CRASHES = 1_500;
const SEED = 20_261_120;
/** A bound for what hangs: a busy machine takes several times as long. */
const AT_MOST_MS = 15 * 60_000;
const SETTLED_MS = 2 * 60_000;

test(
  'whatever dies, sleeps or goes unheard at whichever step: each request is done once, paid once and never lost',
  async () => {
    const { crashes = CRASHES, seed = SEED } = settings;
    await expectLane(db, { seed, crashes, atMostMs: AT_MOST_MS });
  },
  AT_MOST_MS + SETTLED_MS,
);
