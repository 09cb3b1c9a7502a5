import { build } from 'hdr-histogram-js';

export interface Spread {
  q1: number;
  median: number;
  q3: number;
}

/** The interpolated quantile. Throws when there are no values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error('there are no values');
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const spread = (values: readonly number[]): Spread => ({
  q1: quantile(values, 0.25),
  median: median(values),
  q3: quantile(values, 0.75),
});

export const single = (value: number): Spread => spread([value]);

/** Spread of the ratios of each round, because measurements of one round share the load of the machine. */
export function pairedRatio(numerators: readonly number[], denominators: readonly number[]): Spread {
  return spread(
    numerators.map((value, round) => {
      const other = denominators[round] ?? 0;
      if (other <= 0) throw new Error(`round ${round + 1} has nothing to compare with`);
      return value / other;
    }),
  );
}

/** Response times in milliseconds, recorded with a resolution of a microsecond. */
export class Latencies {
  private readonly histogram = build({ bitBucketSize: 64, numberOfSignificantValueDigits: 3 });

  record(milliseconds: number): void {
    this.histogram.recordValue(Math.max(1, Math.round(milliseconds * 1_000)));
  }

  percentile(percent: number): number {
    return this.histogram.getValueAtPercentile(percent) / 1_000;
  }

  get count(): number {
    return this.histogram.totalCount;
  }
}
