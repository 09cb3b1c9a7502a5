import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { controlProcess, inTime } from './in-time.js';

test('what is slow at its first contact alone is slow', async () => {
  let calls = 0;
  const { value, ms } = await inTime(async () => {
    calls += 1;
    await sleep(calls === 1 ? 1_000 : 0);
    return calls;
  });
  expect(value).toBe(1);
  expect(ms).toBeGreaterThan(300);
});

test('what happens side by side is timed one by one', async () => {
  const [short, long] = await Promise.all([100, 1_500].map((pause) => inTime(() => sleep(pause))));
  expect(long?.ms ?? 0).toBeGreaterThan((short?.ms ?? 0) + 300);
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
