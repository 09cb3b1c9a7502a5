import { spawn, type ChildProcess } from 'node:child_process';

const TICK_MS = 10;
/** What one tick counts at most: a machine that pauses makes it late. */
const MOST_PER_TICK_MS = 2 * TICK_MS;

const TICKING = `
  let counted = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    counted += Math.min(now - last, ${MOST_PER_TICK_MS});
    last = now;
  }, ${TICK_MS});
  process.on('message', () => process.send(counted));
  process.on('disconnect', () => process.exit());
`;

export interface Timed<T> {
  value: T;
  /** Milliseconds during which this machine had time for another process. */
  ms: number;
}

let control: ChildProcess | undefined;
/** Its answers come in the order of the questions. */
const waiting: ((counted: number) => void)[] = [];

/** A process that does nothing but tick: what it misses, because the machine pauses, counts for nobody. */
export function controlProcess(): ChildProcess {
  if (control) return control;
  control = spawn(process.execPath, ['-e', TICKING], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  control.on('message', (counted) => waiting.shift()?.(Number(counted)));
  // It ends with this process, and keeps it from ending no longer than a question lasts.
  control.unref();
  control.channel?.unref();
  return control;
}

/** Milliseconds that the control process has counted so far. */
export function countTicks(): Promise<number> {
  const child = controlProcess();
  return new Promise((resolve) => {
    waiting.push(resolve);
    child.send('count');
  });
}

/** What `ask` gives, and how long it took in ticks of the control process. It is asked once: the first answer counts. */
export async function inTime<T>(ask: () => Promise<T>): Promise<Timed<T>> {
  const start = await countTicks();
  const value = await ask();
  return { value, ms: (await countTicks()) - start };
}
