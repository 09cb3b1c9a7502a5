import type { TestDatabase } from '@app/api/test-support/database';
import { expect } from '@jest/globals';
import { runLane, type LaneOptions, type LaneReport } from './lane.js';

/** Not by the console, whose lines a test run holds back. */
const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** Runs the lane, says what it did, and fails for whatever is wrong, or for a run in which too little happened. */
export async function expectLane(db: TestDatabase, options: LaneOptions): Promise<LaneReport> {
  say(`seed ${options.seed}: FAULTS_SEED=${options.seed} repeats it`);
  const report = await runLane(db.dataSource, options);
  const { coverage, findings, ...figures } = report;
  say(`${coverage.table()}\n\n${JSON.stringify({ seed: options.seed, ...figures })}`);
  say(`Faults that no step of theirs met in this run:\n${coverage.holes().join('\n')}`);
  expect(findings).toEqual([]);
  expect(figures.crashes).toBeGreaterThanOrEqual(options.crashes);
  if (options.isWhole) expect(coverage.holes()).toEqual([]);
  expect(coverage.untouched()).toEqual([]);
  expect(figures.looks).toBeGreaterThan(2);
  expect(Math.min(...Object.values(figures.redis))).toBeGreaterThan(0);
  expect(figures.delivered).toBeGreaterThan(0);
  return report;
}
