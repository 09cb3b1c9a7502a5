import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `holds` answers true; after `withinMs` the test fails, naming what it waited for. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`waited ${withinMs} ms in vain for: ${holds.toString()}`);
    await sleep(20);
  }
}
