import autocannon from 'autocannon';
import { cpuTimes, microsecondsBetween } from './cpu-time.js';
import { Latencies } from './statistics.js';

export interface HttpRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface HttpAnswer {
  status: number;
  retryAfter: number | null;
  text: string;
}

export async function send(origin: string, { method = 'GET', path, headers, body }: HttpRequest): Promise<HttpAnswer> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  const retryAfter = response.headers.get('retry-after');
  return {
    status: response.status,
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    text: await response.text(),
  };
}

/** The data of an answer with the expected status. Throws for any other answer. */
export async function read<T>(origin: string, request: HttpRequest, status = 200): Promise<T> {
  const answer = await send(origin, request);
  if (answer.status !== status) throw new Error(`${request.path}: ${answer.status} ${answer.text.slice(0, 500)}`);
  return (JSON.parse(answer.text) as { data: T }).data;
}

interface Load {
  origin: string;
  connections: number;
  request: (index: number) => HttpRequest;
}

const SAMPLE_MS = 100;

function startLoad({ origin, connections, request }: Load, options: Partial<autocannon.Options>) {
  const latencies = new Latencies();
  let index = 0;
  const setupRequest = (template: autocannon.Request): autocannon.Request => ({ ...template, ...request(index++) });
  // The types of the library omit that the promise is also the emitter of its events.
  const run = autocannon({
    url: origin,
    connections,
    sampleInt: SAMPLE_MS,
    requests: [{ setupRequest }],
    ...options,
  }) as unknown as autocannon.Instance & Promise<autocannon.Result>;
  void run.on('response', (_client, _status, _bytes, ms) => latencies.record(ms));
  return { run, latencies };
}

/** CPU per request, in microseconds, and the median time of a request, in milliseconds. */
export interface RequestCost {
  node: number;
  database: number;
  p50: number;
}

/** Sends a fixed number of requests and reads the CPU time of the server process and of Postgres. */
export async function requestCost(
  { pid, postgresPid }: { pid: number; postgresPid: number },
  { requests, ...load }: Load & { requests: number },
): Promise<RequestCost> {
  const look = () => Promise.all([cpuTimes([pid]), cpuTimes([postgresPid], true)]);
  const [node, database] = await look();
  const { run, latencies } = startLoad(load, { amount: requests });
  const { errors, non2xx } = await run;
  const [nodeAfter, databaseAfter] = await look();
  if (errors + non2xx > 0) throw new Error(`${errors} errors and ${non2xx} answers other than 2xx of ${requests}`);
  return {
    node: microsecondsBetween(node, nodeAfter) / requests,
    database: microsecondsBetween(database, databaseAfter) / requests,
    p50: latencies.percentile(50),
  };
}

export interface BackgroundResult {
  latencies: Latencies;
  /** Connection errors and answers other than 2xx. */
  failures: number;
  statuses: Record<string, { count?: number }>;
}

export interface BackgroundLoad {
  stop: () => Promise<BackgroundResult>;
}

const MAX_SECONDS = 3_600;

/** Sends requests at a fixed rate until it is stopped. */
export function startBackgroundLoad(load: Load, perSecond: number): BackgroundLoad {
  const { run, latencies } = startLoad(load, { overallRate: perSecond, duration: MAX_SECONDS, timeout: 30 });
  return {
    async stop() {
      run.stop();
      const { errors, non2xx, statusCodeStats: statuses = {} } = await run;
      return { latencies, failures: errors + non2xx, statuses };
    },
  };
}
