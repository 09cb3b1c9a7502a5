import { imageCalls, type Answer, type CallInput } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../../platform/http/principal.js';
import { MarkFavorite } from './mark-favorite.js';

@Controller()
export class FavoritesController {
  constructor(private readonly marks: MarkFavorite) {}

  @Endpoint(imageCalls.favorite)
  async add(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.favorite>,
  ): Promise<Answer<'images.favorite'>> {
    return { is_favorited: await this.marks.add(userId, params.id) };
  }

  @Endpoint(imageCalls.unfavorite)
  remove(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.unfavorite>,
  ): Promise<Answer<'images.unfavorite'>> {
    return this.marks.remove(userId, params.id);
  }

  @Endpoint(imageCalls.toggleFavorite)
  async toggle(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.toggleFavorite>,
  ): Promise<Answer<'images.toggleFavorite'>> {
    return { is_favorited: await this.marks.toggle(userId, params.id) };
  }

  @Endpoint(imageCalls.setFavorites)
  set(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof imageCalls.setFavorites>,
  ): Promise<Answer<'images.setFavorites'>> {
    const ids = body.image_ids.map((id) => id.toLowerCase());
    const former = ids.flatMap((id, index) => {
      const place = body.places?.[index];
      return place ? [[id, place] as const] : [];
    });
    return this.marks.set(userId, [...new Set(ids)], body.is_favorited, new Map(former));
  }
}
