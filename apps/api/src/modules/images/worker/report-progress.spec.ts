import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { UserEvent } from '../../../platform/events/user-events.js';
import { progressOf, type Report } from './report-progress.js';

const EVERY_MS = 100;
let published: (UserEvent & { userId: string })[];
let report: Report;

beforeEach(() => {
  jest.useFakeTimers();
  published = [];
  report = progressOf(
    {
      publish: (userId, event) => void published.push({ userId, ...event }),
      subscribe: () => () => undefined,
    },
    { id: 'i2', generationId: 'g1', userId: 'u1', seed: 42, width: 64, height: 64 },
    EVERY_MS,
  );
});
afterEach(() => void jest.useRealTimers());

const fractions = (): unknown[] => published.map(({ data }) => (data as { fraction: unknown }).fraction);

test('is told to the user of the image', () => {
  report('drawing');
  expect(published).toEqual([
    {
      userId: 'u1',
      name: 'progress',
      data: { generation_id: 'g1', image_id: 'i2', stage: 'drawing', fraction: null, preview: null },
    },
  ]);
});

test('of a new stage is told at once, within a stage only now and then', () => {
  const at = (ms: number, stage: 'drawing' | 'finishing', fraction: number): void => {
    jest.advanceTimersByTime(ms);
    report(stage, { fraction, preview: null });
  };
  at(0, 'drawing', 0.1);
  at(EVERY_MS - 1, 'drawing', 0.2);
  at(1, 'drawing', 0.3);
  at(1, 'finishing', 0.4);
  at(EVERY_MS - 1, 'finishing', 0.5);
  at(1, 'finishing', 0.6);
  expect(fractions()).toEqual([0.1, 0.3, 0.4, 0.6]);
});

test('never goes back, nor beyond the end', () => {
  for (const fraction of [0, 0.5, 0.2, null, 1.2]) {
    report('drawing', { fraction, preview: null });
    jest.advanceTimersByTime(EVERY_MS);
  }
  expect(fractions()).toEqual([0, 0.5, 0.5, 0.5, 1]);
});

test('has a preview in it, unless it is too large for the stream', () => {
  for (const size of [20_000, 20_001]) {
    report('drawing', { fraction: null, preview: { bytes: Buffer.alloc(size, 1), contentType: 'image/webp' } });
    jest.advanceTimersByTime(EVERY_MS);
  }
  expect(published.map(({ data }) => (data as { preview: unknown }).preview)).toEqual([
    `data:image/webp;base64,${Buffer.alloc(20_000, 1).toString('base64')}`,
    null,
  ]);
});
