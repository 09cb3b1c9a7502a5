import { makeSyntheticImage } from '../measure/synthetic-image.js';
import { builtExport } from '../product/built-api.js';
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
  api: Api;
  workers: Child[];
}

export async function withProduct<T>(
  installation: Installation,
  { slots, engineMs, crew }: { slots: number; engineMs: number; crew: WorkerPool },
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
  };
  const started: Child[] = [];
  try {
    const api = await startApi(installation, settings, { collectable: true });
    started.push(api);
    const workers: Child[] = [];
    for (let index = 0; index < crew.workers; index += 1) {
      const worker = await startWorker(installation, settings, { collectable: true });
      workers.push(worker);
      started.push(worker);
    }
    return await work({ installation, engine, api, workers });
  } finally {
    await Promise.all(started.map((child) => child.stop()));
    await engine.stop();
  }
}
