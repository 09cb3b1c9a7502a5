import { expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { settings } from '../../src/config.js';
import { describeChange, runMutation } from '../../src/mutation/mutation-run.js';
import { killedShare, percent, samplingError } from '../../src/mutation/score.js';
import { recordMutation } from '../../src/record.js';

const MINUTE_MS = 60_000;
const { seed = Date.now() % 1_000_000, mutants, minutes } = settings;

test.each([
  { name: 'api', changes: 300, limitMinutes: 75, goal: 0.85 },
  { name: 'web', changes: 200, limitMinutes: 45, goal: 0.75 },
])(
  'notices at least $goal of changes in $name',
  async ({ name, changes, limitMinutes, goal }) => {
    const report = await runMutation({
      folder: `apps/${name}`,
      size: mutants ?? changes,
      seed,
      timeLimitMs: (minutes ?? limitMinutes) * MINUTE_MS,
      parallel: Math.min(availableParallelism(), 4),
      say: (text) => process.stderr.write(`${text}\n`),
    });
    const unnoticed = report.trials.filter(({ outcome }) => outcome === 'survived' || outcome === 'unreached');
    const lines = unnoticed.map(({ outcome, change }) => `${outcome}: ${describeChange(change)}`).toSorted();
    await writeFile(`test-results/unnoticed-${name}.txt`, `${lines.join('\n')}\n`);
    const share = killedShare(report.trials);
    process.stderr.write(`${name}: ${percent(share)} of ${report.trials.length} changes were noticed\n`);
    // Fewer say nothing: the machine was too busy.
    expect(report.trials.length).toBeGreaterThanOrEqual(report.drawn / 2);
    if (settings.isRecorded) await recordMutation(name, seed, report);
    // Below the goal by more than what the sample alone can explain.
    expect(share + samplingError(share, report.trials.length)).toBeGreaterThanOrEqual(goal);
  },
  // The first run of the whole suite and the last change come on top.
  24 * 60 * MINUTE_MS,
);
