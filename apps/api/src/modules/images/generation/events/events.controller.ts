import { imageCalls, type Locale } from '@app/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { Authentication } from '../../../../platform/http/authentication.js';
import { Endpoint } from '../../../../platform/http/endpoint.js';
import { CurrentSession, CurrentUser, type Principal } from '../../../../platform/http/principal.js';
import { whenClosed } from '../../../../platform/http/when-closed.js';
import { addressKey } from '../../../../platform/throttle/address-key.js';
import { FollowGenerations } from './follow-generations.js';
import { CallerLocale } from '../../../../platform/http/caller-locale.js';
import { EventStream, STREAM_HEADERS } from './event-stream.js';
import { EventStreams } from './event-streams.js';

/** Foreign ids count as none. */
const lastEventId = (request: FastifyRequest): number | null => {
  const sent = request.headers['last-event-id'];
  return typeof sent === 'string' && /^\d{1,12}$/.test(sent) ? Number(sent) : null;
};

@Controller()
export class EventsController {
  constructor(
    private readonly work: FollowGenerations,
    private readonly streams: EventStreams,
    private readonly authentication: Authentication,
  ) {}

  @Endpoint(imageCalls.events)
  async events(
    @CurrentUser() { userId }: Principal,
    @CurrentSession() sessionId: string,
    @CallerLocale() locale: Locale,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (request.method === 'HEAD') {
      // Without a body the answer must be ended explicitly.
      await reply.headers(STREAM_HEADERS).send('');
      return;
    }
    whenClosed(reply.raw, this.streams.enter(addressKey(request.ip)).leave);
    const isSignedIn = async (): Promise<boolean> =>
      (await this.authentication.findPrincipal('session', request.headers.authorization)) !== null;
    await this.work.follow({ userId, sessionId, isSignedIn, locale, since: lastEventId(request) }, () => {
      reply.hijack();
      const stream = new EventStream(reply.raw);
      stream.begin(reply.getHeaders() as OutgoingHttpHeaders);
      this.streams.add(userId, stream);
      return stream;
    });
  }
}
