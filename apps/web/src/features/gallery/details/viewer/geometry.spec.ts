import { describe, expect, it } from '@jest/globals';
import { WHOLE, distance, fullScale, largestScale, middle, minus, settled, zoomedAt } from './geometry';

const SHOWN = { width: 400, height: 300 };
const VIEWER = { width: 500, height: 400 };

describe('a closer look', () => {
  it('leaves the point in its place that it is taken at', () => {
    const point = { x: 90, y: -60 };
    const view = zoomedAt(WHOLE, 3, point);
    expect(view).toEqual({ scale: 3, x: -180, y: 120 });
    // And from there on once more.
    expect(zoomedAt(view, 1, point)).toEqual(WHOLE);
  });

  it('follows what it was taken at when that moves', () => {
    expect(zoomedAt(WHOLE, 2, { x: 10, y: 0 }, { x: 50, y: 5 })).toEqual({ scale: 2, x: 30, y: 5 });
  });

  it('shows pixel by pixel, or twice the size where the whole does so already', () => {
    expect(fullScale({ width: 1024, height: 768 }, SHOWN)).toBe(2.56);
    expect(fullScale({ width: 440, height: 330 }, SHOWN)).toBe(1.1);
    expect(fullScale({ width: 439, height: 329 }, SHOWN)).toBe(2);
    expect(fullScale({ width: 400, height: 300 }, SHOWN)).toBe(2);
    expect(fullScale({ width: 400, height: 300 }, { width: 0, height: 0 })).toBe(2);
  });
});

it('fingers may go to twice the pixels of an image, and to three times its whole at least', () => {
  expect([largestScale(2.5), largestScale(1.5), largestScale(1)]).toEqual([5, 3, 3]);
});

it('two fingers have a middle, and a way between them', () => {
  const [one, other] = [
    { x: 10, y: 20 },
    { x: 40, y: 60 },
  ];
  expect(middle(one, other)).toEqual({ x: 25, y: 40 });
  expect(distance(one, other)).toBe(50);
  expect(minus(one, other)).toEqual({ x: -30, y: -40 });
});

describe('an image that is let go', () => {
  it('covers its viewer as far as it is larger, and lies in the middle where it is not', () => {
    expect(settled({ scale: 2, x: 900, y: -900 }, SHOWN, VIEWER, 5)).toEqual({ scale: 2, x: 150, y: -100 });
    expect(settled({ scale: 1.3, x: 70, y: 90 }, SHOWN, VIEWER, 5)).toEqual({ scale: 1.3, x: 10, y: 0 });
    expect(settled({ scale: 2, x: 20, y: 30 }, SHOWN, VIEWER, 5)).toEqual({ scale: 2, x: 20, y: 30 });
  });

  it('is whole again when it is hardly larger or smaller, and never larger than it may be', () => {
    expect(settled({ scale: 1.04, x: 5, y: 5 }, SHOWN, VIEWER, 5)).toBe(WHOLE);
    expect(settled({ scale: 0.4, x: 5, y: 5 }, SHOWN, VIEWER, 5)).toBe(WHOLE);
    expect(settled({ scale: 10, x: 100, y: 0 }, SHOWN, VIEWER, 5)).toEqual({ scale: 5, x: 50, y: 0 });
  });
});
