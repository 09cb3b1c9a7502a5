import { fileURLToPath } from 'node:url';
import type { OnProgress, Painting, PaintRequest } from '../types.js';
import { Painter, type Task } from './painter.js';

export { StudioCrashError } from './painter.js';

/** Lower priority than requests, which matter more than a painting's duration. */
const NICENESS = 10;

export interface StudioProcessOptions {
  /** Children that paint at the same time, by default 1. Each needs a core and about 250 MB while painting. */
  readonly children?: number;
  /** An idle child ends after this time in ms, by default 60,000. */
  readonly idleMs?: number;
  /** Of the children, by default 10: 0 for a caller that only waits for the paintings. */
  readonly niceness?: number;
  /** The script that a child runs; by default the built `entry.js` beside this file. */
  readonly entry?: string;
}

export interface StudioProcess {
  /** Queues a painting. Rejects with the signal's reason, a StudioCrashError, or an AbortError after `close`. */
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

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new DOMException(String(signal.reason), 'AbortError');

/** A task of a promise; `settled` runs before either outcome. */
function taskOf(
  id: number,
  request: PaintRequest,
  onProgress: OnProgress | undefined,
  settled: () => void,
): { readonly task: Task; readonly painting: Promise<Painting> } {
  let task: Task | undefined;
  const painting = new Promise<Painting>((resolve, reject) => {
    task = {
      id,
      request,
      ...(onProgress ? { onProgress } : {}),
      resolve: (value) => {
        settled();
        resolve(value);
      },
      reject: (reason) => {
        settled();
        reject(reason);
      },
    };
  });
  if (!task) throw new Error('a promise runs its executor at once');
  return { task, painting };
}

/** Painters in child processes of low priority, and the queue before them. */
export function createStudioProcess(options: StudioProcessOptions = {}): StudioProcess {
  const entry = options.entry ?? fileURLToPath(new URL('./entry.js', import.meta.url));
  const waiting: Task[] = [];
  const open = new Map<number, Task>();
  let next = 1;
  let ended = false;

  const pump = () => {
    for (const painter of painters) {
      while (!painter.busy) {
        const task = waiting.shift();
        if (!task) return;
        painter.start(task);
      }
    }
  };
  const painters = Array.from(
    { length: Math.max(1, options.children ?? 1) },
    () => new Painter(entry, options.idleMs ?? 60_000, options.niceness ?? NICENESS, pump),
  );

  const withdraw = (task: Task, reason: Error) => {
    const at = waiting.indexOf(task);
    if (at >= 0) waiting.splice(at, 1);
    task.reject(reason);
    for (const painter of painters) painter.drop(task.id);
  };

  return {
    paint(request, { onProgress, signal } = {}) {
      if (ended) return Promise.reject(closed());
      if (signal?.aborted) return Promise.reject(reasonOf(signal));
      // The children are unreferenced, so something must keep the parent alive while it waits for an answer.
      const alive = setInterval(() => undefined, 2 ** 30);
      const onAbort = () => signal && withdraw(task, reasonOf(signal));
      const { task, painting } = taskOf(next++, request, onProgress, () => {
        clearInterval(alive);
        open.delete(task.id);
        signal?.removeEventListener('abort', onAbort);
      });
      open.set(task.id, task);
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(task);
      pump();
      return painting;
    },
    pids: () => painters.flatMap((painter) => painter.pid ?? []),
    close() {
      ended = true;
      for (const task of Array.from(open.values())) withdraw(task, closed());
      for (const painter of painters) painter.kill();
      return Promise.resolve();
    },
  };
}
