import { quotaCalls, type CallInput, type Statement, type StatementFilter } from '@app/contracts';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { localeOf } from '../../../platform/http/accept-language.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { ShowStatement } from '../application/show-statement.js';

const fileName = ({ from, to, kind }: StatementFilter): string =>
  `${['credit-statement', kind, from && `from-${from}`, to && `to-${to}`].filter(Boolean).join('-')}.csv`;

@Controller()
export class StatementController {
  constructor(private readonly statement: ShowStatement) {}

  @Endpoint(quotaCalls.statement)
  page(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof quotaCalls.statement>,
  ): Promise<Statement> {
    return this.statement.page(userId, query);
  }

  @Endpoint(quotaCalls.exportStatement, {
    limit: { name: 'statement-file', by: 'person', allowed: { calls: 20, seconds: 60 } },
  })
  async file(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof quotaCalls.exportStatement>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pieces = await this.statement.file(userId, query, localeOf(request.headers['accept-language']));
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName(query)}"`,
      })
      .send(Readable.from(pieces, { objectMode: false }));
  }
}
