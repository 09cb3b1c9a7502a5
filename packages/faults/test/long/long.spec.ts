import { useDatabase } from '@app/api/test-support/database';
import { test } from '@jest/globals';
import { settings } from '../../src/config.js';
import { expectLane } from '../../src/soft/expect-lane.js';
import { recordSoft } from '../../src/record.js';

const db = useDatabase(80);

const CRASHES = 10_000;
const SETTLED_MS = 5 * 60_000;

const { crashes = CRASHES, seed = Date.now() % 1_000_000, minutes = 60 } = settings;

test(
  `${crashes} deaths, and as many other faults as fall beside them, each on each step that it can meet: nothing is lost, nothing is paid twice`,
  async () => {
    const report = await expectLane(db, { seed, crashes, atMostMs: minutes * 60_000, isWhole: true });
    if (settings.isRecorded) await recordSoft(seed, report);
  },
  minutes * 60_000 + SETTLED_MS,
);
