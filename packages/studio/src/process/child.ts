import { fileURLToPath } from 'node:url';
import type { OnProgress, Painting, PaintRequest } from '../types.js';
import { Painter, type Task } from './painter.js';

export { StudioCrashError } from './painter.js';

export interface StudioProcessOptions {
  /** Children that paint at the same time; 1 unless told otherwise. Each needs a core and about 250 MB while painting. */
  readonly children?: number;
  /** A child without work ends after this time, ms; 60,000 unless told otherwise. */
  readonly idleMs?: number;
  /** The script that a child runs; the built `entry.js` beside this file unless told otherwise. */
  readonly entry?: string;
}

export interface StudioProcess {
  /**
   * Paints in a child process, after the paintings that were asked for earlier.
   * Rejects with the signal's reason when aborted (a running painting is ended at once), with a StudioCrashError when
   * the child dies, with an error named AbortError when the process has been closed.
   */
  paint(
    request: PaintRequest,
    options?: { readonly onProgress?: OnProgress; readonly signal?: AbortSignal },
  ): Promise<Painting>;
  /** Process ids of the living children. */
  pids(): number[];
  /** Ends all children; what is unfinished rejects. */
  close(): Promise<void>;
}

const closed = () => new DOMException('The studio has been closed', 'AbortError');

/** Painters in child processes of low priority, and the queue before them. */
export function createStudioProcess(options: StudioProcessOptions = {}): StudioProcess {
  const entry = options.entry ?? fileURLToPath(new URL('./entry.js', import.meta.url));
  const waiting: Task[] = [];
  const open = new Map<number, Task>();
  let next = 1;
  let ended = false;

  const pump = () => {
    for (const painter of painters) {
      if (painter.busy) continue;
      const task = waiting.shift();
      if (!task) return;
      painter.start(task);
    }
  };
  const painters = Array.from(
    { length: Math.max(1, options.children ?? 1) },
    () => new Painter(entry, options.idleMs ?? 60_000, pump),
  );

  const withdraw = (task: Task, reason: unknown) => {
    const at = waiting.indexOf(task);
    if (at >= 0) waiting.splice(at, 1);
    task.reject(reason);
    for (const painter of painters) painter.drop(task.id);
  };

  return {
    paint(request, { onProgress, signal } = {}) {
      if (ended) return Promise.reject(closed());
      if (signal?.aborted) return Promise.reject(signal.reason);
      return new Promise<Painting>((resolve, reject) => {
        const id = next++;
        // The children are unreferenced: something must keep the parent alive while it waits for an answer.
        const alive = setInterval(() => undefined, 2 ** 30);
        const onAbort = () => withdraw(task, signal?.reason);
        const settle = () => {
          clearInterval(alive);
          open.delete(id);
          signal?.removeEventListener('abort', onAbort);
        };
        const task: Task = {
          id,
          request,
          ...(onProgress ? { onProgress } : {}),
          resolve: (painting) => (settle(), resolve(painting)),
          reject: (reason) => (settle(), reject(reason)),
        };
        open.set(id, task);
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(task);
        pump();
      });
    },
    pids: () => painters.flatMap((painter) => painter.pid ?? []),
    async close() {
      ended = true;
      waiting.length = 0;
      for (const task of [...open.values()]) withdraw(task, closed());
      for (const painter of painters) painter.kill();
    },
  };
}
