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
    private readonly sharedImages: ShowShared,
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
    return this.sharedImages.show(params.token);
  }

  @Endpoint(imageCalls.sharedTags)
  async tags(
    @Input() { params, query }: CallInput<typeof imageCalls.sharedTags>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const tags = await this.sharedImages.tags(params.token, query.locale);
    await reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-cache').send(tags);
  }

  @Endpoint(imageCalls.downloadShared)
  async download(
    @Input() { params }: CallInput<typeof imageCalls.downloadShared>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { file, name } = await this.sharedImages.file(params.token);
    // Revalidated each time, so that a revoked link gives nothing.
    const headers = { 'cache-control': 'private, no-cache', 'content-disposition': attachment(name) };
    await sendFile(request, reply, file, { isWhole: false, headers });
  }
}
