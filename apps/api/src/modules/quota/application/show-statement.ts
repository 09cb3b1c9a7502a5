import type { Locale, Statement, StatementFilter, StatementLine } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { statementHead, statementRows } from '../domain/statement-file.js';
import { hasExpiredGrants } from '../persistence/grants.js';
import { readStatement, readStatementBatches, type StatementQuestion } from '../persistence/statement.read-model.js';
import { CreditLedger } from './credit-ledger.js';
import { StatementThumbnails } from './statement-thumbnails.js';

const LINES_PER_BATCH = 1000;

const dayOf = ({ at }: StatementLine): string => at.slice(0, 10);
const isAsked = (line: StatementLine, { from, to, kind }: StatementFilter): boolean =>
  (from === undefined || dayOf(line) >= from) &&
  (to === undefined || dayOf(line) <= to) &&
  (kind === undefined || line.kind === kind);

@Injectable()
export class ShowStatement {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly thumbnails: StatementThumbnails,
  ) {}

  /** Newest first, with the balances of the period. */
  async page(userId: string, question: StatementQuestion): Promise<Statement> {
    await this.bringUpToDate(userId);
    return this.withThumbnails(userId, await readStatement(this.dataSource, userId, question));
  }

  /** Oldest first. The first lines are read before this returns, so that an early failure is not a broken file. */
  async file(userId: string, filter: StatementFilter, locale: Locale): Promise<AsyncIterable<string>> {
    await this.bringUpToDate(userId);
    const batches = readStatementBatches(this.dataSource, userId, LINES_PER_BATCH);
    const first = await batches.next();
    return pieces(first, batches, { filter, locale });
  }

  private async withThumbnails(userId: string, statement: Statement): Promise<Statement> {
    const shown = statement.data.flatMap(({ picture: image }) => (image && !image.isDeleted ? [image.imageId] : []));
    if (shown.length === 0) return statement;
    const addresses = await this.thumbnails.find(userId, [...new Set(shown)]);
    const data = statement.data.map((line) =>
      line.picture
        ? { ...line, picture: { ...line.picture, thumbnail: addresses.get(line.picture.imageId) ?? null } }
        : line,
    );
    return { ...statement, data };
  }

  /** The last balance can be spent only once everything due is in the ledger. */
  private async bringUpToDate(userId: string): Promise<void> {
    await this.ledger.ensureAllowance(userId);
    if (await hasExpiredGrants(this.dataSource.manager, userId)) await this.ledger.expireGrants(userId);
  }
}

async function* pieces(
  first: IteratorResult<StatementLine[], void>,
  batches: AsyncIterator<StatementLine[], void>,
  { filter, locale }: { filter: StatementFilter; locale: Locale },
): AsyncGenerator<string, void> {
  yield statementHead(locale);
  for (let batch = first; !batch.done; batch = await batches.next()) {
    const asked = batch.value.filter((line) => isAsked(line, filter));
    if (asked.length > 0) yield statementRows(asked, locale);
  }
}
