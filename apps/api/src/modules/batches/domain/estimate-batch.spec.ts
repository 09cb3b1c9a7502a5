import { describe, expect, test } from '@jest/globals';
import { batchShare } from './batch-limits.js';
import { estimateBatch } from './estimate-batch.js';

const RUNNING = {
  status: 'running',
  waitsAfterRejections: false,
  openRows: 10,
  openImages: 20,
  share: 4,
  secondsPerImage: 6,
} as const;

describe('the estimate of a batch', () => {
  test('is the time of its open images, shared by the rows in progress at once', () => {
    expect(estimateBatch(RUNNING)).toBe(30);
    expect(estimateBatch({ ...RUNNING, openRows: 2, openImages: 2 })).toBe(6);
  });

  test('takes the usual time while nothing was finished lately', () => {
    expect(estimateBatch({ ...RUNNING, secondsPerImage: null })).toBe(100);
  });

  test('is at least a second', () => {
    expect(estimateBatch({ ...RUNNING, secondsPerImage: 0.01 })).toBe(1);
  });

  test.each(['paused', 'completed', 'stopped'] as const)('is null when it is %s', (status) => {
    expect(estimateBatch({ ...RUNNING, status })).toBeNull();
  });

  test('is null while its rows wait after rejections', () => {
    expect(estimateBatch({ ...RUNNING, waitsAfterRejections: true })).toBeNull();
  });

  test('is null when nothing is open', () => {
    expect(estimateBatch({ ...RUNNING, openRows: 0, openImages: 0 })).toBeNull();
  });
});

test.each([
  [1, 1],
  [3, 1],
  [4, 2],
  [16, 8],
])('of a limit of %i in flight, batches have %i', (limit, share) => {
  expect(batchShare(limit)).toBe(share);
});
