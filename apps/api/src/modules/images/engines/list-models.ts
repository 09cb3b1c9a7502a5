import { isSelectableModel, MODELS, type EngineId, type Model, type ModelOffer } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { engineFor } from './engine-registry.js';
import { EngineHealth } from './engine-health.js';

const announced = (id: Model): ModelOffer => ({
  id,
  status: 'coming_soon',
  retry_after: null,
  engine: null,
  honours_negative_prompt: false,
  styles: 'native',
  formats: [],
});

@Injectable()
export class ListModels {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EngineHealth) private readonly health: Pick<EngineHealth, 'refusals'>,
  ) {}

  async list(): Promise<ModelOffer[]> {
    // The list can be read without a database too.
    const refusals = await this.health.refusals().catch(() => new Map<EngineId, number>());
    return MODELS.map((id) => (isSelectableModel(id) ? this.offered(id, refusals) : announced(id)));
  }

  private offered(id: Model, refusals: ReadonlyMap<EngineId, number>): ModelOffer {
    const engine = engineFor(this.config, id);
    const { honoursNegativePrompt, styles, formats } = engine.capabilities(this.config);
    const refusesForMs = refusals.get(engine.id) ?? null;
    return {
      id,
      status: refusesForMs === null ? 'available' : 'unavailable',
      retry_after: refusesForMs === null ? null : Math.max(1, Math.ceil(refusesForMs / 1_000)),
      engine: engine.id,
      honours_negative_prompt: honoursNegativePrompt(id),
      styles,
      formats: [...formats],
    };
  }
}
