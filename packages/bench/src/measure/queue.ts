import Bull from 'bull';

/** A queue as the product sets up its own, under another prefix. */
export const openQueue = (redisUrl: string, name: string): Bull.Queue<{ generationId: string }> =>
  new Bull(name, redisUrl, {
    prefix: 'bench:bull',
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  });
