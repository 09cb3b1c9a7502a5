import { builtProduct } from '@app/launcher';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../context.js';
import { cpuTimes, microsecondsBetween } from '../measure/cpu-time.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import { pairedRatio, spread } from '../measure/statistics.js';
import { builtFile } from '../product/built-api.js';
import { startChild } from '../product/child.js';
import { atMost, type Finding } from '../report/verdict.js';

interface Start {
  /** CPU until it could answer, milliseconds. */
  cpu: number;
  /** Most memory until then, megabytes. */
  peak: number;
}

async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

async function start(script: string, options: Parameters<typeof startChild>[1]): Promise<Start> {
  const child = await startChild(script, options);
  try {
    const cpu = microsecondsBetween(new Map(), await cpuTimes([child.pid])) / 1000;
    return { cpu, peak: await peakMemory(child.pid) };
  } finally {
    await child.stop();
  }
}

/** What it costs to start the api: bundled as it ships, from single files, and beside a Nest application without anything. */
export async function measureStart({ services, rounds, say }: Bench): Promise<Finding[]> {
  const env = { ...services.env, HTTP_PORT: '0' };
  const empty = fileURLToPath(new URL('../yardsticks/empty-nest.js', import.meta.url));
  const results = await inRounds(
    [
      { name: 'bundled', run: () => start(builtProduct().api, { env }) },
      { name: 'files', run: () => start(builtFile('main.http.js'), { env }) },
      { name: 'empty', run: () => start(empty, { message: {} }) },
    ],
    { rounds, warmUps: 1, onRound: (round) => say(`  round ${round} of ${rounds}`) },
  );
  const ratio = (what: string, name: string, other: string, key: keyof Start, goal: number): Finding => ({
    budget: '14',
    what,
    unit: 'ratio',
    measured: pairedRatio(
      resultsOf(results, name).map((one) => one[key]),
      resultsOf(results, other).map((one) => one[key]),
    ),
    goal: atMost(goal),
  });
  const cpu = (name: string): Finding => ({
    budget: '14',
    what: `${name}: CPU until it answers`,
    unit: 'ms',
    measured: spread(resultsOf(results, name).map((one) => one.cpu)),
    goal: null,
  });
  return [
    ratio('start: bundled api / api from single files, CPU', 'bundled', 'files', 'cpu', 0.55),
    ratio('start: bundled api / empty Nest application from single files, CPU', 'bundled', 'empty', 'cpu', 1.1),
    ratio('start: most memory, bundled api / empty Nest application', 'bundled', 'empty', 'peak', 1.6),
    cpu('bundled'),
    cpu('files'),
    cpu('empty'),
  ];
}
