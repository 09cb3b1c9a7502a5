import { syntheticPicture } from '../measure/synthetic-picture.js';
import { builtModule } from '../product/built-api.js';
import type { Child } from '../product/child.js';
import type { Installation } from '../product/own-database.js';
import { startApi, startWorker, type Api } from '../product/services.js';
import { startStubEngine, type StubEngine } from '../product/stub-engine.js';

export const ENGINE_MS = 15_000;

/** How many worker processes it takes to fill an engine, and how each is set. */
export interface Crew {
  workers: number;
  /** WEBUI_PARALLEL */
  parallel: number;
  /** WORKER_CONCURRENCY */
  concurrency: number;
}

interface Settings {
  environmentSchema: { shape: Record<string, { safeParse: (value: unknown) => { success: boolean } } | undefined> };
}

/** The largest number that the product takes for a setting. */
async function most(setting: string): Promise<number> {
  const { environmentSchema } = await builtModule<Settings>('platform/config/environment.js');
  let value = 1;
  while (environmentSchema.shape[setting]?.safeParse(String(value + 1)).success) value += 1;
  return value;
}

/** The fewest workers that can keep so many slots of an engine busy. */
export async function crewFor(slots: number): Promise<Crew> {
  const parallel = Math.min(slots, await most('WEBUI_PARALLEL'));
  // A worker keeps one of its places free for each other engine: the embedded one paints what the server does not.
  return {
    workers: Math.ceil(slots / parallel),
    parallel,
    concurrency: Math.min(parallel + 1, await most('WORKER_CONCURRENCY')),
  };
}

/** The built product in front of an engine that takes its time. */
export interface Scene {
  installation: Installation;
  engine: StubEngine;
  api: Api;
  workers: Child[];
}

/** Starts the product for `work` and stops it afterwards. */
export async function onScene<T>(
  installation: Installation,
  { slots, crew }: { slots: number; crew: Crew },
  work: (scene: Scene) => Promise<T>,
): Promise<T> {
  const engine = await startStubEngine({ ms: ENGINE_MS, slots, picture: await syntheticPicture(1024) });
  const started: Child[] = [];
  const settings = {
    WEBUI_URL: engine.url,
    WEBUI_PARALLEL: String(crew.parallel),
    WORKER_CONCURRENCY: String(crew.concurrency),
    // What the bench sets aside for its floods holds here: the limits of the product.
    RATE_LIMIT_PER_MINUTE: '',
    IN_FLIGHT_FREE: '',
  };
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
