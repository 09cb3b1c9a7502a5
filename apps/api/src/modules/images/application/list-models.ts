import { isSelectableModel, MODELS, type Model, type ModelOffer } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { engineFor } from '../engines/engine-registry.js';
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

/** What this installation makes of each model. */
@Injectable()
export class ListModels {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EngineHealth) private readonly health: Pick<EngineHealth, 'refusesFor'>,
  ) {}

  list(): Promise<ModelOffer[]> {
    return Promise.all(MODELS.map(async (id) => (isSelectableModel(id) ? this.offered(id) : announced(id))));
  }

  private async offered(id: Model): Promise<ModelOffer> {
    const engine = engineFor(this.config, id);
    const { honoursNegativePrompt, styles, formats } = engine.capabilities(this.config);
    // The list can be read without a database too.
    const refusesForMs = await this.health.refusesFor(engine.id).catch(() => null);
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
