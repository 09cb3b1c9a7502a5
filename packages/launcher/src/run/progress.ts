import { setTimeout as wait } from 'node:timers/promises';

export interface Progress {
  say(message: string): void;
}

export const silentProgress: Progress = { say: () => undefined };

const REMINDER_MS = 10_000;

export async function runStep<T>(progress: Progress, title: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const seconds = () => ((performance.now() - begin) / 1000).toFixed(1);
  const finished = new AbortController();
  const remind = async () => {
    for (;;) {
      await wait(REMINDER_MS, undefined, { signal: finished.signal, ref: false });
      progress.say(`${title.padEnd(10)} still starting (${seconds()} s)`);
    }
  };
  void remind().catch(() => undefined);
  try {
    const result = await work();
    progress.say(`${title.padEnd(10)} ready (${seconds()} s)`);
    return result;
  } finally {
    finished.abort();
  }
}
