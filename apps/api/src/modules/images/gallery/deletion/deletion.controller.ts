import { imageCalls, type Answer, type CallInput } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../../platform/http/principal.js';
import { DeleteImages, type Deletion } from './delete-images.js';
import { RestoreImages } from './restore-images.js';
import type { Selection } from './deletion-rows.js';

type Sent = CallInput<typeof imageCalls.batchDelete | typeof imageCalls.restore>['body'];

const ids = (sent: string[] = []): string[] => [...new Set(sent.map((id) => id.toLowerCase()))];
const selectionOf = ({ image_ids, generation_ids }: Sent): Selection => ({
  imageIds: ids(image_ids),
  generationIds: ids(generation_ids),
});

@Controller()
export class DeletionController {
  constructor(
    private readonly deletion: DeleteImages,
    private readonly restoration: RestoreImages,
  ) {}

  @Endpoint(imageCalls.delete)
  image(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.delete>,
  ): Promise<Deletion> {
    return this.deletion.image(userId, params.id.toLowerCase());
  }

  @Endpoint(imageCalls.deleteGeneration)
  generation(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.deleteGeneration>,
  ): Promise<Deletion> {
    return this.deletion.generation(userId, params.id.toLowerCase());
  }

  @Endpoint(imageCalls.batchDelete)
  selection(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof imageCalls.batchDelete>,
  ): Promise<Deletion> {
    return this.deletion.selection(userId, selectionOf(body));
  }

  @Endpoint(imageCalls.restore)
  async restore(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof imageCalls.restore>,
  ): Promise<Answer<'images.restore'>> {
    return { restored: await this.restoration.restore(userId, selectionOf(body)) };
  }
}
