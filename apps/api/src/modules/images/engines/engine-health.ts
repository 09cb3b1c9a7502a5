import type { EngineId } from '@app/contracts';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { engineOpen, watchEngines } from '../shared/metrics.js';
import { readEngineHealth, type EngineHealthRow } from './engine-health-rows.js';

/** The end of a running trial is unknown. */
const ASK_AGAIN_MS = 5_000;

@Injectable()
export class EngineHealth implements OnApplicationBootstrap {
  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    watchEngines(async () => {
      for (const { engine, hasFailed } of await readEngineHealth(this.dataSource.manager)) {
        engineOpen.set({ engine }, hasFailed ? 1 : 0);
      }
    });
  }

  async of(engine: EngineId): Promise<EngineHealthRow | null> {
    const found = await readEngineHealth(this.dataSource.manager);
    return found.find((health) => health.engine === engine) ?? null;
  }

  async refusals(): Promise<Map<EngineId, number>> {
    const refusing = new Map<EngineId, number>();
    for (const { engine, isOpen, msLeft, isProbed } of await readEngineHealth(this.dataSource.manager)) {
      // One request must be accepted, or an engine without waiting generations would never be tried again.
      if (isOpen && (msLeft > 0 || isProbed)) refusing.set(engine, msLeft || ASK_AGAIN_MS);
    }
    return refusing;
  }
}
