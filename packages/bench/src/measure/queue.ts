import Bull from 'bull';

/** A queue as the product sets up its own, under another prefix. */
export const openQueue = (redisUrl: string, name: string): Bull.Queue<{ generationId: string }> =>
  new Bull(name, redisUrl, {
    prefix: 'bench:bull',
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  });

/** Adds a job and resolves when a worker tells that it is done, as every process that listens is told. */
export async function addAndWait(queue: Bull.Queue<{ generationId: string }>): Promise<void> {
  const done = new Set<string>();
  let wanted: string | undefined;
  await new Promise<void>((resolve, reject) => {
    const onDone = (id: Bull.JobId): void => {
      done.add(String(id));
      if (wanted === undefined || !done.has(wanted)) return;
      queue.off('global:completed', onDone);
      resolve();
    };
    queue.on('global:completed', onDone);
    queue.add({ generationId: '' }).then((job) => {
      wanted = String(job.id);
      if (done.has(wanted)) onDone(wanted);
    }, reject);
  });
}
