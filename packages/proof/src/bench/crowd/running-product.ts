import { makeSyntheticImage } from '../measure/synthetic-image.js';
import { builtExport } from '../product/built-api.js';
import { startNginx } from '@app/sandbox/nginx';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Child } from '../product/child.js';
import type { Installation } from '../product/isolated-installation.js';
import { startApi, startWorker, type Api } from '../product/services.js';
import { startStubEngine, type StubEngine } from '../product/stub-engine.js';

/** How many worker processes fill an engine, and their settings. */
export interface WorkerPool {
  workers: number;
  parallel: number;
  concurrency: number;
}

interface EnvironmentSchema {
  shape: Record<string, { safeParse: (value: unknown) => { success: boolean } } | undefined>;
}

/** The fewest workers that can use all slots of an engine, within the limits of the settings. */
export async function workerPoolFor(slots: number): Promise<WorkerPool> {
  const { shape } = await builtExport<EnvironmentSchema>('environmentSchema');
  const largest = (setting: string): number => {
    let value = 1;
    while (shape[setting]?.safeParse(String(value + 1)).success) value += 1;
    return value;
  };
  const parallel = Math.min(slots, largest('WEBUI_PARALLEL'));
  return {
    workers: Math.ceil(slots / parallel),
    parallel,
    // A worker reserves one place for the embedded engine.
    concurrency: Math.min(parallel + 1, largest('WORKER_CONCURRENCY')),
  };
}

/** The built product in front of an engine that takes a fixed time per image. */
export interface RunningProduct {
  installation: Installation;
  engine: StubEngine;
  /** Of the API, or of nginx before several. */
  origin: string;
  apis: Api[];
  workers: Child[];
}

export interface ProductOptions {
  slots: number;
  engineMs: number;
  crew: WorkerPool;
  /** More than one stand behind nginx. */
  apis?: number;
}

const ACCEL_LOCATION = '/_files/';

/** The shipped nginx before the APIs, itself behind a load balancer that names the address of each user. */
const behindNginx = { X_ACCEL_LOCATION: ACCEL_LOCATION, TRUST_PROXY_HOPS: '2' };

async function openNginx(
  { env }: Installation,
  apis: readonly Api[],
): Promise<Pick<Child, 'stop'> & { origin: string }> {
  const storageDir = env.STORAGE_DIR ?? '';
  const dir = join(storageDir, '..', 'nginx');
  await mkdir(storageDir, { recursive: true });
  const apiAddresses = apis.map(({ origin }) => new URL(origin).host);
  return startNginx({ dir, apiAddresses, storageDir, accelLocation: ACCEL_LOCATION });
}

export async function withProduct<T>(
  installation: Installation,
  { slots, engineMs, crew, apis: count = 1 }: ProductOptions,
  work: (product: RunningProduct) => Promise<T>,
): Promise<T> {
  const engine = await startStubEngine({ ms: engineMs, slots, image: await makeSyntheticImage(1024) });
  const settings = {
    WEBUI_URL: engine.url,
    WEBUI_PARALLEL: String(crew.parallel),
    WORKER_CONCURRENCY: String(crew.concurrency),
    // The limits of the product instead of those of a load test.
    RATE_LIMIT_PER_MINUTE: '',
    IN_FLIGHT_FREE: '',
    ...(count > 1 && behindNginx),
  };
  const started: Pick<Child, 'stop'>[] = [];
  try {
    const apis: Api[] = [];
    for (let index = 0; index < count; index += 1) {
      const api = await startApi(installation, settings, { collectable: true });
      apis.push(api);
      started.push(api);
    }
    let origin = apis[0]?.origin ?? '';
    if (count > 1) {
      const nginx = await openNginx(installation, apis);
      started.push(nginx);
      ({ origin } = nginx);
    }
    const workers: Child[] = [];
    for (let index = 0; index < crew.workers; index += 1) {
      const worker = await startWorker(installation, settings, { collectable: true });
      workers.push(worker);
      started.push(worker);
    }
    return await work({ installation, engine, origin, apis, workers });
  } finally {
    await Promise.all(started.toReversed().map((part) => part.stop()));
    await engine.stop();
  }
}
