import type { TestDatabase } from '@app/api/test-support/database';
import { expect } from '@jest/globals';
import { runSimulation, type SimulationOptions, type SimulationReport } from './simulation.js';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** Runs the simulation, prints its figures, and fails for any finding and for a run with too few faults. */
export async function expectSimulation(db: TestDatabase, options: SimulationOptions): Promise<SimulationReport> {
  say(`seed ${options.seed}: PROOF_SEED=${options.seed} repeats it`);
  const report = await runSimulation(db.dataSource, { ...options, isVaried: true });
  const { coverage, findings, ...figures } = report;
  say(JSON.stringify({ seed: options.seed, ...figures, missingFaults: coverage.missing().length }));
  expect(findings).toEqual([]);
  expect(figures.crashes).toBeGreaterThanOrEqual(options.crashes);
  if (options.isComplete) expect(coverage.missing()).toEqual([]);
  expect(coverage.operationsWithoutFaults()).toEqual([]);
  expect(figures.checks).toBeGreaterThan(2);
  expect(Math.min(...Object.values(figures.redis))).toBeGreaterThan(0);
  expect(figures.delivered).toBeGreaterThan(0);
  return report;
}
