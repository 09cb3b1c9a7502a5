import { imageCalls, type CallInput, type Generation, type Locale, type Paged } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../../platform/http/endpoint.js';
import { SerializedAnswer } from '../../../../platform/http/serialized-answer.js';
import { CurrentUser, type Principal } from '../../../../platform/http/principal.js';
import { ReadGenerationLists } from './read-generation-lists.js';
import { ReadGallery } from './read-gallery.js';
import { CallerLocale } from '../../../../platform/http/caller-locale.js';

@Controller()
export class GalleryController {
  constructor(
    private readonly images: ReadGallery,
    private readonly generations: ReadGenerationLists,
  ) {}

  @Endpoint(imageCalls.list)
  list(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof imageCalls.list>,
    @CallerLocale() locale: Locale,
  ): Promise<SerializedAnswer> {
    return this.images.gallery(userId, query, locale);
  }

  @Endpoint(imageCalls.listGenerations)
  listGenerations(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof imageCalls.listGenerations>,
    @CallerLocale() locale: Locale,
  ): Promise<Paged<Generation>> {
    return this.generations.list(userId, query, locale);
  }

  @Endpoint(imageCalls.favorites)
  favorites(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof imageCalls.favorites>,
    @CallerLocale() locale: Locale,
  ): Promise<SerializedAnswer> {
    return this.images.favorites(userId, query, locale);
  }

  @Endpoint(imageCalls.show)
  show(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.show>,
    @CallerLocale() locale: Locale,
  ): Promise<SerializedAnswer> {
    return this.images.show(userId, params.id, locale);
  }

  @Endpoint(imageCalls.lineage)
  lineage(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.lineage>,
    @CallerLocale() locale: Locale,
  ): Promise<SerializedAnswer> {
    return this.images.lineage(userId, params.id, locale);
  }
}
