import type { EngineId } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { rows } from '../../../platform/database/rows.js';
import { engineFor } from './engine-registry.js';

const FREE = `
select w.engine, greatest(0, sum(w.slots) - (
         select count(*) from generations g
          where g.engine = w.engine and g.status in ('pending', 'processing') and g.deadline > now())) as free
  from worker_slots w where w.until > now() group by w.engine`;

/** Which engine makes which model, and how many more generations it could begin now. */
@Injectable()
export class EngineSlots {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  engineOf(model: string): EngineId {
    return engineFor(this.config, model).id;
  }

  /** An engine without a living worker is missing. A waiting generation takes a slot too. */
  async free(): Promise<Map<EngineId, number>> {
    const found = await rows<{ engine: EngineId; free: number }>(this.dataSource, FREE);
    return new Map(found.map(({ engine, free }) => [engine, free]));
  }
}
