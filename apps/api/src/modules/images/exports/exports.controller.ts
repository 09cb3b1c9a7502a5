import { imageCalls, type Answer, type CallInput, type ExportFormat, type Locale } from '@app/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { ExportImages, type ExportFile } from './export-images.js';
import { EXPORT_CONTENT_TYPE } from './export-file.js';
import { CallerLocale } from '../../../platform/http/caller-locale.js';

const LIMIT = { by: 'person', allowed: { share: 0.1 } } as const;
/** A buffering proxy would hide that the client has gone. */
const headersOf = (format: ExportFormat): Record<string, string> => ({
  'content-type': EXPORT_CONTENT_TYPE[format],
  'x-accel-buffering': 'no',
});

@Controller()
export class ExportsController {
  constructor(private readonly exports: ExportImages) {}

  @Endpoint(imageCalls.exportGenerations, { limit: { name: 'export', ...LIMIT } })
  async everything(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof imageCalls.exportGenerations>,
    @CallerLocale() locale: Locale,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (request.method === 'HEAD') return sendHead(reply, query.format);
    await send(reply, await this.exports.exportAll(userId, query.format, locale));
  }

  @Endpoint(imageCalls.createExport, { limit: { name: 'export-ticket', ...LIMIT } })
  createTicket(
    @CurrentUser() { userId, source }: Principal,
    @Input() { body }: CallInput<typeof imageCalls.createExport>,
    @CallerLocale() locale: Locale,
  ): Promise<Answer<'images.createExport'>> {
    const sessionId = source.kind === 'session' ? source.sessionId : null;
    const { format, image_ids: imageIds = null, before = null } = body;
    return this.exports.createTicket({ userId, sessionId, format, imageIds, before, locale });
  }

  @Endpoint(imageCalls.openExport)
  async byTicket(
    @Input() { params }: CallInput<typeof imageCalls.openExport>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // A link preview must not use up the ticket.
    if (request.method === 'HEAD') return sendHead(reply, await this.exports.formatOf(params.ticket));
    await send(reply, await this.exports.exportByTicket(params.ticket));
  }
}

async function send(reply: FastifyReply, { name, format, stream }: ExportFile): Promise<void> {
  await reply.headers({ ...headersOf(format), 'content-disposition': `attachment; filename="${name}"` }).send(stream);
}

async function sendHead(reply: FastifyReply, format: ExportFormat): Promise<void> {
  await reply.headers(headersOf(format)).send(Readable.from([]));
}
