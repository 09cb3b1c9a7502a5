import { imageCalls, type Answer, type CallInput, type SharedImage } from '@app/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { ShareImage } from './share-image.js';
import { ShowShared } from './show-shared.js';
import { attachment } from '../files/file-name.js';
import { sendFile } from '../files/send-file.js';

@Controller()
export class SharingController {
  constructor(
    private readonly sharing: ShareImage,
    private readonly sharedPictures: ShowShared,
  ) {}

  @Endpoint(imageCalls.share)
  share(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.share>,
  ): Promise<Answer<'images.share'>> {
    return this.sharing.share(userId, params.id);
  }

  @Endpoint(imageCalls.unshare)
  async unshare(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.unshare>,
  ): Promise<null> {
    await this.sharing.revoke(userId, params.id);
    return null;
  }

  @Endpoint(imageCalls.shared)
  show(@Input() { params }: CallInput<typeof imageCalls.shared>): Promise<SharedImage> {
    return this.sharedPictures.show(params.token);
  }

  @Endpoint(imageCalls.downloadShared)
  async download(
    @Input() { params }: CallInput<typeof imageCalls.downloadShared>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { file, name } = await this.sharedPictures.file(params.token);
    // Asked for anew each time, so that a link that was revoked gives nothing any more.
    const headers = { 'cache-control': 'private, no-cache', 'content-disposition': attachment(name) };
    await sendFile(request, reply, file, { isWhole: false, headers });
  }
}
