import type { Semaphore, SemaphoreInterface } from 'async-mutex';

/**
 * A slot of the semaphore as soon as one is free; call the answer to release it. Rejects with the signal's reason when it
 * is aborted first, which async-mutex does not offer.
 */
export async function acquireSlot(semaphore: Semaphore, signal: AbortSignal): Promise<SemaphoreInterface.Releaser> {
  signal.throwIfAborted();
  const acquired = semaphore.acquire();
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    void acquired.then(([, release]) => {
      signal.removeEventListener('abort', onAbort);
      if (signal.aborted) release();
      else resolve(release);
    });
  });
}
