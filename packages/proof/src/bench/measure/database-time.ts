import { cpuTimes, microsecondsBetween } from './cpu-time.js';

/** CPU time of Postgres in milliseconds. Nothing else may use the database while `run` is pending. */
export async function databaseTime(
  { postgresPid }: { postgresPid: number },
  run: () => Promise<unknown>,
): Promise<number> {
  const before = await cpuTimes([postgresPid], true);
  await run();
  return microsecondsBetween(before, await cpuTimes([postgresPid], true)) / 1_000;
}
