import { defineCall, imageCalls, routes, v1Calls, type CallInput } from '@app/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { OpenFile } from './open-file.js';
import { attachment } from './file-name.js';
import { sendFile } from './send-file.js';

// All faults get the same answer, so that the parts of an address cannot be guessed.
const fileCall = defineCall(routes.service.file, {
  params: z.object({ '*': z.string() }),
  query: z.object({ e: z.unknown(), share: z.unknown(), s: z.unknown() }).partial(),
  answer: z.never(),
});

@Controller()
export class FilesController {
  constructor(private readonly files: OpenFile) {}

  @Endpoint(fileCall)
  async byLink(
    @Input() { params, query }: CallInput<typeof fileCall>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { file, secondsToKeep, isSmall } = await this.files.byLink({ key: params['*'], ...query });
    const isShared = secondsToKeep === null;
    const caching = isShared ? 'no-cache' : `max-age=${secondsToKeep}, immutable`;
    const headers = { 'cache-control': `private, ${caching}` };
    await sendFile(request, reply, file, { isWhole: isSmall, isForAnySite: isShared, headers });
  }

  @Endpoint(imageCalls.download)
  download(
    @CurrentUser() { userId }: Principal,
    @Input() input: CallInput<typeof imageCalls.download>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.sendOwn(userId, input, { request, reply });
  }

  @Endpoint(v1Calls.downloadImage)
  @RequiresFeature('publicApi')
  downloadByKey(
    @CurrentUser() { userId }: Principal,
    @Input() input: CallInput<typeof v1Calls.downloadImage>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.sendOwn(userId, input, { request, reply });
  }

  private async sendOwn(
    userId: string,
    { params, query }: Pick<CallInput<typeof imageCalls.download>, 'params' | 'query'>,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<void> {
    const { file, name, isConverted } = await this.files.byOwner(userId, params.id, query.format);
    const headers = { 'cache-control': 'private, no-cache', 'content-disposition': attachment(name) };
    await sendFile(request, reply, file, { isWhole: isConverted, headers });
  }
}
