/** Each is named after what has just been done. */
export const FAIL_STEPS = [
  'admitted',
  'committed',
  'enqueued',
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

/** Where tests kill or pause a process. No effect in production. */
export interface FailPoints {
  reach(step: FailStep): Promise<void>;
}

export const FAIL_POINTS = Symbol('FAIL_POINTS');

export const noFailPoints: FailPoints = { reach: () => Promise.resolve() };
