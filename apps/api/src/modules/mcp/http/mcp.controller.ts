import { mcpCalls, type Locale } from '@app/contracts';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Controller, Inject, Logger, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { McpServers } from '../application/mcp-servers.js';
import type { Caller } from '../application/tool.js';

const FOREIGN_ORIGIN = { status: 403, code: -32_000, message: 'Invalid Origin' };
/** Batches left the protocol in 2025-06-18. A request counts once for the limits, so it may hold no more than one. */
const SEVERAL_MESSAGES = { status: 400, code: -32_600, message: 'Invalid Request: one message a request, no batch' };

/** Speaks JSON-RPC instead of the envelope, without sessions and without streams that last. */
@Controller()
@RequiresFeature('publicApi')
export class McpController {
  private readonly log = new Logger(McpController.name);

  constructor(
    private readonly servers: McpServers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint(mcpCalls.post)
  post(@CallerLocale() locale: Locale, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(locale, request, reply);
  }

  @Endpoint(mcpCalls.stream)
  stream(@CallerLocale() locale: Locale, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(locale, request, reply);
  }

  @Endpoint(mcpCalls.session)
  session(@CallerLocale() locale: Locale, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(locale, request, reply);
  }

  private async answer(locale: Locale, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller: Caller = { principal: programOf(request), locale, requestId: request.id };
    const headers = Object.entries(reply.getHeaders());
    reply.hijack();
    for (const [name, value] of headers) if (value !== undefined) reply.raw.setHeader(name, value);
    const refusal = this.refusalOf(request);
    if (refusal) {
      const { status, ...error } = refusal;
      const answer = JSON.stringify({ jsonrpc: '2.0', error, id: null });
      reply.raw.writeHead(status, { 'content-type': 'application/json' }).end(answer);
      return;
    }
    const onerror = ({ message }: Error): void => this.log.debug(`${request.id}: ${message}`);
    const handler = createMcpHandler(() => this.servers.create(caller), { onerror, maxSubscriptions: 0 });
    await toNodeHandler(handler, { onerror })(request.raw, reply.raw, request.body ?? null);
  }

  private refusalOf({ headers: { origin }, body }: FastifyRequest): typeof FOREIGN_ORIGIN | null {
    if (origin !== undefined && origin !== this.config.publicOrigin) return FOREIGN_ORIGIN;
    return Array.isArray(body) ? SEVERAL_MESSAGES : null;
  }
}

function programOf({ principal }: FastifyRequest): Caller['principal'] {
  if (principal?.source.kind !== 'apiKey') throw new AppError('UNAUTHENTICATED');
  return { ...principal, source: principal.source };
}
