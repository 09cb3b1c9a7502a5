import { useDatabase } from '@app/api/test-support/database';
import { test } from '@jest/globals';
import { settings } from '../../src/config.js';
import { expectSimulation } from '../../src/simulation/expect-simulation.js';

const db = useDatabase(80);

/** A limit for runs that hang; a busy machine takes several times as long as a quiet one. */
const TIMEOUT_MS = 10 * 60_000;
const SETTLE_MS = 5 * 60_000;
const { crashes = 150, seed = 20_261_120 } = settings;

test(
  `keeps every promise over ${crashes} simulated crashes`,
  async () => {
    await expectSimulation(db, { seed, crashes, timeoutMs: TIMEOUT_MS });
  },
  TIMEOUT_MS + SETTLE_MS,
);
