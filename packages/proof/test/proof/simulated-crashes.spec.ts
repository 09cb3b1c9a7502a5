import { useDatabase } from '@app/api/test-support/database';
import { test } from '@jest/globals';
import { settings } from '../../src/config.js';
import { recordSimulation } from '../../src/record.js';
import { expectSimulation } from '../../src/simulation/expect-simulation.js';

const db = useDatabase(80);

const SETTLE_MS = 5 * 60_000;
const { crashes = 10_000, seed = Date.now() % 1_000_000, minutes = 60 } = settings;

test(
  `keeps every promise over ${crashes} crashes that cover every possible fault at every step`,
  async () => {
    const report = await expectSimulation(db, { seed, crashes, timeoutMs: minutes * 60_000, isComplete: true });
    if (settings.isRecorded) await recordSimulation(seed, report);
  },
  minutes * 60_000 + SETTLE_MS,
);
