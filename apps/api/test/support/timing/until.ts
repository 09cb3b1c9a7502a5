import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `holds` answers true; after `withinMs`, far from what a busy machine needs, the test fails and names it. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 240_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`waited ${withinMs} ms in vain for: ${holds.toString()}`);
    await sleep(20);
  }
}
