import type { EngineId } from '@app/contracts';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { engineOpen, watchEngines } from '../jobs/metrics.js';
import { readEngineHealth, type EngineHealthRow } from '../persistence/engine-health.js';

const FRESH_MS = 1_000;
/** While a probe runs nobody knows how long it takes. */
const ASK_AGAIN_MS = 5_000;

/** How the engines stand, for all processes the same: read from Postgres at most once a second. */
@Injectable()
export class EngineHealth implements OnApplicationBootstrap {
  private readAt = -Infinity;
  private reading: Promise<ReadonlyMap<EngineId, EngineHealthRow>> = Promise.resolve(new Map());

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    watchEngines(() => this.all());
  }

  /** Null: it never gave trouble. */
  async of(engine: EngineId): Promise<EngineHealthRow | null> {
    return (await this.all()).get(engine) ?? null;
  }

  /** Milliseconds after which the engine is worth another request; null when it takes requests. */
  async refusesFor(engine: EngineId): Promise<number | null> {
    const health = await this.of(engine);
    if (!health?.isOpen) return null;
    if (health.msLeft > 0) return health.msLeft;
    // One request must come through, or an engine that nobody waits for would never be tried again.
    return health.isProbed ? ASK_AGAIN_MS : null;
  }

  /** What was read is outdated: look again at the next question. */
  forget(): void {
    this.readAt = -Infinity;
  }

  private all(): Promise<ReadonlyMap<EngineId, EngineHealthRow>> {
    if (performance.now() - this.readAt > FRESH_MS) {
      this.readAt = performance.now();
      this.reading = this.read();
    }
    return this.reading;
  }

  private async read(): Promise<ReadonlyMap<EngineId, EngineHealthRow>> {
    try {
      const found = await readEngineHealth(this.dataSource);
      for (const { engine, isOpen } of found) engineOpen.set({ engine }, isOpen ? 1 : 0);
      return new Map(found.map((health) => [health.engine, health]));
    } catch (error) {
      this.forget();
      throw error;
    }
  }
}
