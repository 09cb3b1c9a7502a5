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
  it('is the estimate while little is done', () => {
    expect(secondsLeft(0.1, 3, 20)).toBe(20);
    expect(secondsLeft(0.2, 0, 20)).toBe(20);
    expect(secondsLeft(0.2, 0, null)).toBeNull();
    expect(secondsLeft(null, 3, null)).toBeNull();
  });

  it('is what the bar says once that is telling', () => {
    expect(secondsLeft(0.97, 10, 53)).toBe(1);
    expect(secondsLeft(0.5, 8, null)).toBe(8);
    expect(secondsLeft(0.4, 120, 1)).toBe(180);
  });
});
