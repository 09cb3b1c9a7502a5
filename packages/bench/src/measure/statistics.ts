/** Middle and spread of a set of measurements, in the unit of these. */
export interface Spread {
  q1: number;
  median: number;
  q3: number;
}

/** The value below which `share` (0..1) of the values lie, interpolated between neighbours. Throws when there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error('There is no quantile of nothing');
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const spread = (values: readonly number[]): Spread => ({
  q1: quantile(values, 0.25),
  median: median(values),
  q3: quantile(values, 0.75),
});

/**
 * Middle and spread of the ratios `numerators[i] / denominators[i]`. Measurements of one round share the weather on the
 * machine, so the ratio is taken in each round and only then the median.
 */
export function pairedRatio(numerators: readonly number[], denominators: readonly number[]): Spread {
  if (numerators.length !== denominators.length) throw new Error('Pairs need as many of one as of the other');
  return spread(
    numerators.map((value, round) => {
      const other = denominators[round] ?? 0;
      if (other <= 0) throw new Error(`Round ${round + 1} measured nothing to compare with`);
      return value / other;
    }),
  );
}

/** The same for differences `values[i] - others[i]`. */
export function pairedDifference(values: readonly number[], others: readonly number[]): Spread {
  if (values.length !== others.length) throw new Error('Pairs need as many of one as of the other');
  return spread(values.map((value, round) => value - (others[round] ?? 0)));
}
