import { launch, type LaunchOptions, type Running } from '@app/launcher';
import { afterAll, beforeAll } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_MS = 180_000;

/** A whole product in a folder of its own, as `npm start` makes it. */
export interface Product {
  readonly running: Running;
  /** Stops everything and starts again on the same data and the same address, as a person would the next morning. */
  restart(): Promise<void>;
}

/**
 * Starts the built product for a test file and ends it afterwards. Read the fields inside tests only. `options` is asked
 * at each start, for what is known by then only.
 */
export function useProduct(options: LaunchOptions | (() => LaunchOptions) = {}): Product {
  let running: Running | undefined;
  let dataDir: string | undefined;
  const start = (): Promise<Running> =>
    launch({
      anyFreePorts: true,
      durable: false,
      ...(typeof options === 'function' ? options() : options),
      ...(dataDir !== undefined && { dataDir }),
    });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'product-'));
    running = await start();
  }, START_MS);
  afterAll(async () => {
    await running?.stop();
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
  }, START_MS);

  const current = (): Running => {
    if (!running) throw new Error('The product does not run: read it inside tests only');
    return running;
  };
  return {
    get running() {
      return current();
    },
    async restart() {
      await current().stop();
      running = await start();
    },
  };
}
