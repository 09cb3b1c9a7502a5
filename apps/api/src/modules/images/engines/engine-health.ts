import type { EngineId } from '@app/contracts';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { engineOpen, watchEngines } from '../shared/metrics.js';
import { readEngineHealth, type EngineHealthRow } from './engine-health-rows.js';

/** While a trial call runs nobody knows how long it takes. */
const ASK_AGAIN_MS = 5_000;

/** How the engines stand, for all processes the same. */
@Injectable()
export class EngineHealth implements OnApplicationBootstrap {
  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    watchEngines(async () => {
      for (const { engine, isOpen } of await readEngineHealth(this.dataSource)) {
        engineOpen.set({ engine }, isOpen ? 1 : 0);
      }
    });
  }

  /** Null: it never failed. */
  async of(engine: EngineId): Promise<EngineHealthRow | null> {
    const found = await readEngineHealth(this.dataSource);
    return found.find((health) => health.engine === engine) ?? null;
  }

  /** Engines that take no requests, with the milliseconds after which each is worth another one. */
  async refusals(): Promise<Map<EngineId, number>> {
    const refusing = new Map<EngineId, number>();
    for (const { engine, isOpen, msLeft, isProbed } of await readEngineHealth(this.dataSource)) {
      // One request must come through, or an engine that nobody waits for would never be tried again.
      if (isOpen && (msLeft > 0 || isProbed)) refusing.set(engine, msLeft || ASK_AGAIN_MS);
    }
    return refusing;
  }
}
