import { isSelectableModel, MODELS, type Model, type ModelOffer } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { engineFor } from '../engines/engine-registry.js';

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
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  list(): ModelOffer[] {
    return MODELS.map((id) => (isSelectableModel(id) ? this.offered(id) : announced(id)));
  }

  private offered(id: Model): ModelOffer {
    const engine = engineFor(this.config, id);
    const { honoursNegativePrompt, styles, formats } = engine.capabilities(this.config);
    return {
      id,
      status: 'available',
      retry_after: null,
      engine: engine.id,
      honours_negative_prompt: honoursNegativePrompt(id),
      styles,
      formats: [...formats],
    };
  }
}
