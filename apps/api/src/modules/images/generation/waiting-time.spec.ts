import { expect, test } from '@jest/globals';
import { estimateSeconds, isBacklogFull, type QueueFacts } from './waiting-time.js';

const facts: QueueFacts = {
  openImages: 1,
  position: 1,
  imagesAhead: 0,
  running: 0,
  secondsPerImage: 4,
  elapsed: 0,
  left: 240,
};
const estimate = (changes: Partial<QueueFacts>): number => estimateSeconds({ ...facts, ...changes });

test('the next in an idle house waits for its own images only', () => {
  expect(estimate({})).toBe(4);
  expect(estimate({ openImages: 4 })).toBe(16);
});

test('images ahead are shared by the workers that are busy, each of which is on average half done', () => {
  expect(estimate({ position: 4, imagesAhead: 6, running: 2 })).toBe(12 + 1 + 4);
  expect(estimate({ position: 2, imagesAhead: 1, running: 1 })).toBe(4 + 2 + 4);
});

test('for a running one the time it took already counts, and an overdue one is never said to be done', () => {
  expect(estimate({ position: 0, running: 1, elapsed: 3 })).toBe(1);
  expect(estimate({ position: 0, running: 1, elapsed: 1, openImages: 2 })).toBe(7);
  expect(estimate({ position: 0, running: 1, elapsed: 100, secondsPerImage: 40 })).toBe(10);
});

test('the typical time stands in until something was finished', () => {
  expect(estimate({ secondsPerImage: null })).toBe(20);
});

test('no estimate lies beyond the deadline or below a second', () => {
  expect(estimate({ position: 100, imagesAhead: 1000, running: 1 })).toBe(240);
  expect(estimate({ left: -5 })).toBe(1);
  expect(estimate({ secondsPerImage: 0.01 })).toBe(1);
});

const full = (waitingImages: number, imagesPerSecond: number, isRateKnown: boolean, runningImages = 0): boolean =>
  isBacklogFull({ waitingImages, runningImages, imagesPerSecond, isRateKnown });

test('the backlog is full when two minutes would not work it off', () => {
  expect(full(240, 2, true)).toBe(false);
  expect(full(241, 2, true)).toBe(true);
  expect(full(2, 1 / 60, true)).toBe(false);
  expect(full(3, 1 / 60, true)).toBe(true);
  expect(full(1, 0, true)).toBe(true);
});

test('while the rate may show how little was asked for, the backlog is full from a hundred images', () => {
  expect(full(99, 0, false)).toBe(false);
  expect(full(100, 0, false)).toBe(true);
  expect(full(240, 2, false)).toBe(false);
  expect(full(241, 2, false)).toBe(true);
});

test('until then an engine that paints much at once is trusted with two minutes of the usual time, not once it has shown less', () => {
  expect(full(768, 0, false, 128)).toBe(false);
  expect(full(769, 0, false, 128)).toBe(true);
  expect(full(100, 0, false, 8)).toBe(true);
  expect(full(241, 2, true, 128)).toBe(true);
});
