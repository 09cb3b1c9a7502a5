import {
  imageCalls,
  SIZE_PIXELS,
  SIZES,
  STYLE_GROUP_IDS,
  STYLE_GROUPS,
  type Answer,
  type CallInput,
  type Locale,
} from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../../platform/http/endpoint.js';
import { JsonText } from '../../../../platform/http/json-text.js';
import { CurrentUser, type Principal } from '../../../../platform/http/principal.js';
import { ListModels } from '../../engines/list-models.js';
import { ReadPictures } from './read-gallery.js';
import { CallerLocale } from '../../../../platform/http/caller-locale.js';

@Controller()
export class PicturesController {
  constructor(
    private readonly pictures: ReadPictures,
    private readonly models: ListModels,
  ) {}

  @Endpoint(imageCalls.list)
  list(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof imageCalls.list>,
    @CallerLocale() locale: Locale,
  ): Promise<JsonText> {
    return this.pictures.gallery(userId, query, locale);
  }

  @Endpoint(imageCalls.favorites)
  favorites(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof imageCalls.favorites>,
    @CallerLocale() locale: Locale,
  ): Promise<JsonText> {
    return this.pictures.favorites(userId, query, locale);
  }

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

  @Endpoint(imageCalls.show)
  show(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.show>,
    @CallerLocale() locale: Locale,
  ): Promise<JsonText> {
    return this.pictures.show(userId, params.id, locale);
  }
}
