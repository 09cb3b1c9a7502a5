/** Steps of the work on one generation, each named after what has just been done. */
export const FAIL_STEPS = [
  'dequeued',
  'claimed',
  'named',
  'painted',
  'prepared',
  'stored',
  'closed',
  'finished',
  'renewing',
  'parking',
  'cleaning',
] as const;
export type FailStep = (typeof FAIL_STEPS)[number];

/** Where tests let a worker die or sleep. In production nothing happens here. */
export interface FailPoints {
  reach(step: FailStep): Promise<void>;
}

export const FAIL_POINTS = Symbol('FAIL_POINTS');

export const noFailPoints: FailPoints = { reach: () => Promise.resolve() };
