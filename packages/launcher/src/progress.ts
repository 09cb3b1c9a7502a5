import { setTimeout as wait } from 'node:timers/promises';

/** Where the launcher says what it does. */
export interface Progress {
  /** One line about what just happened or is about to. */
  say(message: string): void;
}

export const silent: Progress = { say: () => undefined };

const PATIENCE_MS = 10_000;

/** Runs `work`, says when it is done and how long it took, and that it still goes on when it takes long. */
export async function step<T>(progress: Progress, title: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const seconds = () => ((performance.now() - begin) / 1000).toFixed(1);
  const finished = new AbortController();
  const remind = async () => {
    for (;;) {
      await wait(PATIENCE_MS, undefined, { signal: finished.signal, ref: false });
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
