import { expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { inBackground } from './process/in-background.js';
import { ScheduledTask } from './scheduled-task.js';

const logger = new Logger('task');

/** Work that ends when it is told to. */
function controlled() {
  let end = (): void => undefined;
  const work = jest.fn(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  return { work, end: () => end() };
}

test('skips a run while another one is under way', async () => {
  const { work, end } = controlled();
  const task = new ScheduledTask(logger, work);
  const first = task.run();
  await task.run();
  expect(work).toHaveBeenCalledTimes(1);
  end();
  await first;
  inBackground(task.run());
  expect(work).toHaveBeenCalledTimes(2);
  end();
});

test('logs a failure and runs again the next time', async () => {
  const warn = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
  const work = jest.fn(() => Promise.reject(new Error('away')));
  const task = new ScheduledTask(logger, work);
  await task.run();
  await task.run();
  expect(work).toHaveBeenCalledTimes(2);
  expect(warn).toHaveBeenCalledTimes(2);
});

test('waits for the run under way when it is stopped, tells it, and runs no more', async () => {
  const { work, end } = controlled();
  const task = new ScheduledTask(logger, work);
  inBackground(task.run());
  const stopped = jest.fn();
  const stopping = task.stop().then(stopped);
  await new Promise(setImmediate);
  expect([task.signal.aborted, stopped.mock.calls.length]).toEqual([true, 0]);
  end();
  await stopping;
  await task.run();
  expect(work).toHaveBeenCalledTimes(1);
});
