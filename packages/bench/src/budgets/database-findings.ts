import type { Bench } from '../context.js';
import { databaseTime, type DatabaseTime } from '../measure/database-time.js';
import { spread } from '../measure/statistics.js';
import { atMost, type Finding } from '../report/verdict.js';

const WARM_UPS = 7;
const REPEATS = 15;
const MOST_MS = 100;

/** Measures a request's time in the database again and again, after it has been warmed; two findings. */
export async function timeInDatabase(
  { services, say }: Bench,
  { budget, what }: Pick<Finding, 'budget' | 'what'>,
  ask: () => Promise<unknown>,
): Promise<Finding[]> {
  for (let run = 0; run < WARM_UPS; run += 1) await ask();
  const times: DatabaseTime[] = [];
  while (times.length < REPEATS) times.push(await databaseTime(services, ask));
  const [cpu, passed] = [spread(times.map((one) => one.cpu)), spread(times.map((one) => one.passed))];
  say(`  ${what}: ${cpu.median.toFixed(1)} ms, ${passed.median.toFixed(1)} ms passed`);
  return [
    { budget, what, unit: 'ms', measured: cpu, goal: atMost(MOST_MS) },
    { budget, what: `${what}: time that passed, by Postgres`, unit: 'ms', measured: passed, goal: null },
  ];
}
