/** Preloaded into a measured process (`--expose-gc --import`): reports its memory after a garbage collection. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const COLLECTIONS = 3;

async function collect(): Promise<void> {
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc?.();
    // Finalizers run between two collections.
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ type: 'collected', heap: heapUsed, external });
}

process.on('message', (message: { type?: string }) => {
  if (message.type === 'collect') void collect();
});
// The listener must not keep the process alive.
process.channel?.unref();
