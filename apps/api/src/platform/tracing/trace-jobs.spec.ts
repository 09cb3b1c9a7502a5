import { expect, test } from '@jest/globals';
import { traceJob, withTrace } from './trace-jobs.js';

test('a job outside of a trace is queued as it is', () => {
  const job = { generationId: 'a' };
  expect(withTrace(job)).toBe(job);
});

test('a job in a trace answers what its work answers, and fails as its work fails', async () => {
  expect(await traceJob('generations', {}, () => Promise.resolve(7))).toBe(7);
  const error = new Error('broken');
  await expect(traceJob('generations', { trace: {} }, () => Promise.reject(error))).rejects.toBe(error);
});
