import { v1Calls, type Answer } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { ListModels } from './list-models.js';

@Controller()
@RequiresFeature('publicApi')
export class V1ModelsController {
  constructor(private readonly models: ListModels) {}

  @Endpoint(v1Calls.listModels)
  list(): Promise<Answer<'v1.listModels'>> {
    return this.models.list();
  }
}
