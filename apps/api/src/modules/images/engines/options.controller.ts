import { imageCalls, SIZE_PIXELS, SIZES, STYLE_GROUP_IDS, STYLE_GROUPS, type Answer } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { ListModels } from './list-models.js';

@Controller()
export class OptionsController {
  constructor(private readonly models: ListModels) {}

  @Endpoint(imageCalls.styles)
  styles(): Answer<'images.styles'> {
    return STYLE_GROUP_IDS.flatMap((group) => STYLE_GROUPS[group].map((id) => ({ id, group })));
  }

  @Endpoint(imageCalls.sizes)
  sizes(): Answer<'images.sizes'> {
    return SIZES.map((id) => ({ id, ...SIZE_PIXELS[id] }));
  }

  @Endpoint(imageCalls.models)
  listModels(): Promise<Answer<'images.models'>> {
    return this.models.list();
  }
}
