import { readdir, readFile } from 'node:fs/promises';

export type CpuTimes = Map<number, number>;

/** First field of the kernel's schedstat, in nanoseconds; 0 for a thread that has ended. */
const onProcessor = async (file: string): Promise<number> =>
  Number((await readFile(file, 'utf8').catch(() => '0')).split(' ')[0]);

async function ofProcess(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = await Promise.all(threads.map((thread) => onProcessor(`/proc/${pid}/task/${thread}/schedstat`)));
  return times.reduce((sum, time) => sum + time, 0);
}

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').filter(Boolean).map(Number);

/** CPU time of processes; `withChildren` for servers with child processes, such as Postgres. */
export async function cpuTimes(pids: readonly number[], withChildren = false): Promise<CpuTimes> {
  const children = withChildren ? (await Promise.all(pids.map(childrenOf))).flat() : [];
  const all = [...pids, ...children];
  const times = await Promise.all(all.map(ofProcess));
  return new Map(all.map((pid, index) => [pid, times[index] ?? 0]));
}

/** A process started in between counts from its start. */
export function microsecondsBetween(before: CpuTimes, after: CpuTimes): number {
  let nanoseconds = 0;
  for (const [pid, time] of after) nanoseconds += time - (before.get(pid) ?? 0);
  return nanoseconds / 1000;
}

export function requireLinux(platform: string): void {
  if (platform !== 'linux') throw new Error('The benchmarks read CPU time from /proc and need Linux.');
}
