import { alerts } from '../../src/platform/observability/metrics.js';

/** How often this process called for an operator, by kind. */
export async function alertCounts(): Promise<Record<string, number>> {
  const { values } = await alerts.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.kind), value]));
}

export const alertsOf = async (kind: string): Promise<number> => (await alertCounts())[kind] ?? 0;
