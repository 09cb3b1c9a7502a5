import Bull from 'bull';

/** A queue as the product sets up its own, under another prefix. */
export const openQueue = (redisUrl: string, name: string): Bull.Queue<{ generationId: string }> =>
  new Bull(name, redisUrl, {
    prefix: 'bench:bull',
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  });

/**
 * Hears which jobs are done, as every process that listens is told. Resolves once it is heard, to a function that adds a
 * job and resolves when that one is done: Bull subscribes behind one's back, and a job that was quicker would be waited for
 * for ever.
 */
export async function listenToCompleted(queue: Bull.Queue<{ generationId: string }>): Promise<() => Promise<void>> {
  const done = new Set<string>();
  const waiting = new Map<string, () => void>();
  const isHeard = new Promise<void>((resolve) => void queue.once('registered:global:completed', () => resolve()));
  queue.on('global:completed', (id: Bull.JobId) => {
    done.add(String(id));
    waiting.get(String(id))?.();
  });
  await isHeard;
  return async () => {
    const id = String((await queue.add({ generationId: '' })).id);
    if (!done.has(id)) await new Promise<void>((resolve) => waiting.set(id, resolve));
    waiting.delete(id);
    done.delete(id);
  };
}
