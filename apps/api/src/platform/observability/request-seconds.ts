import { Histogram, type MetricType } from 'prom-client';

const NAME = 'http_request_seconds';
const HELP = 'Time to answer a request, by route pattern and status';
// The library names its types by words, and declares numbers.
const TYPE = 'histogram' as unknown as MetricType;
/** Seconds; requests that took longer are counted in none but the last bucket, `+Inf`. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Label = 'method' | 'route' | 'status';
type Exposed = Awaited<ReturnType<Histogram<Label>['get']>>;

interface Series {
  labels: Record<Label, string>;
  /** One for each bound, not added up. */
  counts: number[];
  sum: number;
  count: number;
}

function exposed({ labels, counts, sum, count }: Series): Exposed['values'] {
  let upTo = 0;
  const bucket = (le: number | string, value: number) => ({
    labels: { le, ...labels },
    value,
    metricName: `${NAME}_bucket`,
  });
  return [
    ...BOUNDS.map((bound, index) => bucket(bound, (upTo += counts[index] ?? 0))),
    bucket('+Inf', count),
    { labels, value: sum, metricName: `${NAME}_sum` },
    { labels, value: count, metricName: `${NAME}_count` },
  ] as Exposed['values'];
}

/**
 * Time to answer a request, by method, route pattern and status. The library checks and hashes the labels on each
 * observation, which costs as much as answering a small request does; so the counts are kept here and handed over in
 * its shape whenever somebody asks for the metrics.
 */
export class RequestSeconds extends Histogram<Label> {
  private readonly series = new Map<string, Map<number, Series>>();

  constructor() {
    super({
      name: NAME,
      help: HELP,
      labelNames: ['method', 'route', 'status'],
      buckets: BOUNDS,
    });
  }

  /** `route` is a pattern, of which there are few, never an address. */
  observeRequest(method: string, route: string, status: number, seconds: number): void {
    const series = this.seriesOf(method, route, status);
    series.sum += seconds;
    series.count += 1;
    const index = BOUNDS.findIndex((bound) => seconds <= bound);
    if (index >= 0) series.counts[index] = (series.counts[index] ?? 0) + 1;
  }

  override get(): Promise<Exposed> {
    const values = [...this.series.values()].flatMap((byStatus) => [...byStatus.values()].flatMap(exposed));
    return Promise.resolve({ name: NAME, help: HELP, type: TYPE, aggregator: 'sum', values, collect() {} });
  }

  /** What the registry asks first. */
  getForPromString(): Promise<Exposed> {
    return this.get();
  }

  private seriesOf(method: string, route: string, status: number): Series {
    const name = `${method} ${route}`;
    const byStatus = this.series.get(name) ?? new Map<number, Series>();
    this.series.set(name, byStatus);
    const known = byStatus.get(status);
    if (known) return known;
    const labels = { method, route, status: String(status) };
    const series = { labels, counts: BOUNDS.map(() => 0), sum: 0, count: 0 };
    byStatus.set(status, series);
    return series;
  }
}
