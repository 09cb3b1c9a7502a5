import { v1Calls, type CallInput, type Locale } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import type { SerializedAnswer } from '../../../platform/http/serialized-answer.js';
import { DeleteImages, type Deletion } from './deletion/delete-images.js';
import { ReadGallery } from './lists/read-gallery.js';

const NEWEST_FIRST = { sort: 'created_at', order: 'desc' } as const;

@Controller()
@RequiresFeature('publicApi')
export class V1ImagesController {
  constructor(
    private readonly images: ReadGallery,
    private readonly deletion: DeleteImages,
  ) {}

  @Endpoint(v1Calls.listImages)
  list(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof v1Calls.listImages>,
    @CallerLocale() locale: Locale,
  ): Promise<SerializedAnswer> {
    return this.images.gallery(userId, { ...query, ...NEWEST_FIRST }, locale);
  }

  @Endpoint(v1Calls.showImage)
  show(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof v1Calls.showImage>,
    @CallerLocale() locale: Locale,
  ): Promise<SerializedAnswer> {
    return this.images.show(userId, params.id, locale);
  }

  @Endpoint(v1Calls.deleteImage)
  delete(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof v1Calls.deleteImage>,
  ): Promise<Deletion> {
    return this.deletion.image(userId, params.id.toLowerCase());
  }
}
