import { describe, expect, it } from '@jest/globals';
import type { GenerationProgress } from '@app/contracts';
import { generation, image } from '../../../../test/generations';
import { progressOfRun, secondsLeft } from './run-progress';

const report = (id: string, fraction: number | null): Record<string, GenerationProgress> => ({
  [id]: { generation_id: 'g', image_id: id, stage: 'drawing', fraction, preview: null },
});

describe('the progress of a run', () => {
  const images = [
    image({ id: 'a', status: 'completed' }),
    image({ id: 'b', status: 'processing' }),
    image({ id: 'c', status: 'failed' }),
    image({ id: 'd', status: 'pending' }),
  ];

  it('counts images that ended, and shares of those that run', () => {
    const run = generation({ status: 'processing', generated_images: images });
    expect(progressOfRun(run, report('b', 0.5))).toEqual({ done: 2, count: 4, fraction: 0.625 });
  });

  it('is unknown while no image ended or reported', () => {
    const run = generation({ status: 'pending', generated_images: [image({ id: 'd', status: 'pending' })] });
    expect(progressOfRun(run, report('d', null)).fraction).toBeNull();
  });
});

describe('the time left', () => {
  /** By what was done at first, and so many seconds later. */
  const left = (from: number, to: number, seconds: number, estimate: number | null) =>
    secondsLeft({ fraction: from, elapsed: 60 }, { fraction: to, elapsed: 60 + seconds }, estimate);

  it('is the estimate while nothing or little is known of the pace', () => {
    expect(left(0, 0.1, 3, 20)).toBe(20);
    expect(left(0, 0.2, 0.5, 20)).toBe(20);
    expect(left(0, 0.2, 0, null)).toBeNull();
    expect(secondsLeft(null, null, 20)).toBe(20);
  });

  it('is what the bar says once that is telling', () => {
    expect(left(0, 0.97, 10, 53)).toBe(1);
    expect(left(0, 0.5, 8, null)).toBe(8);
    expect(left(0, 0.4, 120, 1)).toBe(180);
  });

  it('counts what was made since the first that was heard, of which less is telling the less is missing', () => {
    expect(left(0.5, 0.625, 10, 12)).toBe(30);
    expect(left(0.9, 0.92, 2, 30)).toBe(8);
    expect(left(0.5, 0.55, 10, 30)).toBe(30);
  });

  it('is the estimate where the work has begun again, and where nothing is missing', () => {
    expect(left(0.5, 0.2, 10, 30)).toBe(30);
    expect(left(1, 1, 10, 3)).toBe(3);
  });
});
