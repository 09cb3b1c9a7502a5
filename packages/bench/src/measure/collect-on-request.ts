/**
 * Preloaded into a process whose memory is measured (`--expose-gc --import`): collects garbage when its parent asks, and
 * answers what is left then.
 */
import { setImmediate as soon } from 'node:timers/promises';

const COLLECTIONS = 3;

async function collect(): Promise<void> {
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc?.();
    // What the collection set free is told to its owners in between.
    await soon();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ type: 'collected', rss, heap: heapUsed, external });
}

process.on('message', (message: { type?: string }) => {
  if (message.type === 'collect') void collect();
});
// Listening alone must not keep the process from ending.
process.channel?.unref();
