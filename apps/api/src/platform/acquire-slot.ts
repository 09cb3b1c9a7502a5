import type { Semaphore, SemaphoreInterface } from 'async-mutex';
import { inBackground } from './process/in-background.js';

/** Call the result to release the slot. Rejects when aborted, which async-mutex does not offer. */
export async function acquireSlot(semaphore: Semaphore, signal: AbortSignal): Promise<SemaphoreInterface.Releaser> {
  signal.throwIfAborted();
  const acquired = semaphore.acquire();
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    inBackground(
      acquired.then(([, release]) => {
        signal.removeEventListener('abort', onAbort);
        if (signal.aborted) release();
        else resolve(release);
      }),
    );
  });
}
