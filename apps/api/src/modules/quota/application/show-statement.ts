import type { Locale, StatementFilter, StatementLine } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RawJson } from '../../../platform/http/raw-json.js';
import { statementHead, statementRows } from '../domain/statement-file.js';
import { hasExpiredGrants } from '../persistence/grants.js';
import { readStatement, readStatementBatches, type StatementQuestion } from '../persistence/statement.read-model.js';
import { CreditLedger } from './credit-ledger.js';

const LINES_PER_BATCH = 1000;

const dayOf = ({ at }: StatementLine): string => at.slice(0, 10);
const isAsked = (line: StatementLine, { from, to, kind }: StatementFilter): boolean =>
  (from === undefined || dayOf(line) >= from) &&
  (to === undefined || dayOf(line) <= to) &&
  (kind === undefined || line.kind === kind);

/** What came in and went out of an account, line by line. */
@Injectable()
export class ShowStatement {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
  ) {}

  /** A page of it with the balances of the period, newest first; JSON in the shape of the contract. */
  async page(userId: string, question: StatementQuestion): Promise<RawJson> {
    await this.bringUpToDate(userId);
    return readStatement(this.dataSource, userId, question);
  }

  /**
   * All lines that the filter leaves as pieces of a CSV file, oldest first. The first lines were read when this
   * answers, so that a failure to begin is still an answer and not a broken file.
   */
  async file(userId: string, filter: StatementFilter, locale: Locale): Promise<AsyncIterable<string>> {
    await this.bringUpToDate(userId);
    const batches = readStatementBatches(this.dataSource, userId, LINES_PER_BATCH);
    const first = await batches.next();
    return pieces(first, batches, { filter, locale });
  }

  /** The last balance is what can be spent now only once everything that is due stands in the ledger. */
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
