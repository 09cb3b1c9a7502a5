import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { controlProcess, countTicks, inTime } from './in-time.js';

/** Lasts until the control process has counted so many milliseconds. */
async function last(ms: number): Promise<void> {
  const start = await countTicks();
  while ((await countTicks()) - start < ms) await sleep(10);
}

test('what is slow at its first contact alone is slow', async () => {
  let calls = 0;
  const { value, ms } = await inTime(async () => {
    calls += 1;
    if (calls === 1) await last(300);
    return calls;
  });
  expect(value).toBe(1);
  expect(ms).toBeGreaterThanOrEqual(300);
});

test('what happens side by side is timed one by one', async () => {
  const short = inTime(() => last(50));
  const long = await inTime(async () => {
    await short;
    await last(300);
  });
  expect(long.ms).toBeGreaterThanOrEqual(300);
  expect((await short).ms).toBeLessThan(long.ms);
});

test('time in which the machine has none for other processes does not count', async () => {
  const control = controlProcess();
  const { ms } = await inTime(async () => {
    control.kill('SIGSTOP');
    await sleep(1_500);
    control.kill('SIGCONT');
  });
  expect(ms).toBeLessThan(1_000);
});
