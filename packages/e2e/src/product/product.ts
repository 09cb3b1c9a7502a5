import { launch, type LaunchOptions, type Running } from '@app/launcher';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A test may start a whole product on a busy machine. */
export const START_MS = 300_000;

export class Product {
  private current: Running | undefined;
  private dataDir: string | undefined;

  /** `options` is evaluated at each start, for settings that are known only then. */
  constructor(private readonly options: LaunchOptions | (() => LaunchOptions) = {}) {}

  get running(): Running {
    if (!this.current) throw new Error('The product does not run: read it inside tests only');
    return this.current;
  }

  async start(): Promise<void> {
    this.dataDir ??= await mkdtemp(join(tmpdir(), 'product-'));
    const options = typeof this.options === 'function' ? this.options() : this.options;
    this.current = await launch({ anyFreePorts: true, durable: false, ...options, dataDir: this.dataDir });
  }

  /** Keeps data and address. */
  async restart(): Promise<void> {
    await this.running.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.current?.stop();
    if (this.dataDir !== undefined) await rm(this.dataDir, { recursive: true, force: true });
  }
}
