import {
  batchRowBody,
  PLAN_TERMS,
  toCredits,
  type BatchCheck,
  type ErrorCode,
  type Locale,
  type Plan,
} from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../../platform/errors/app-error.js';
import { ERROR_MESSAGES } from '../../../platform/errors/messages.js';
import { normaliseRequest } from '../../images/index.js';
import { CreditLedger } from '../../quota/index.js';
import { cellText, countText } from '../domain/cell-faults.js';
import { findPlan } from '../persistence/batch-reads.js';
import { rowFaults } from './row-faults.js';

/** Of a row that are named: more than it has columns, and no thousands of unknown ones. */
const MOST_FAULTS = 20;

type CheckedRow = BatchCheck['rows'][number];
interface Judged {
  units: number | null;
  faults: CheckedRow['faults'];
}

/** What a start would answer to each row, and what of it the credits pay. Stores nothing. */
@Injectable()
export class CheckBatch {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
  ) {}

  async check(userId: string, rows: Record<string, unknown>[], locale: Locale): Promise<BatchCheck> {
    const plan = await findPlan(this.dataSource, userId);
    if (!plan) throw new AppError('UNAUTHENTICATED');
    await this.ledger.ensureAllowance(userId);
    const { availableUnits } = await this.ledger.balance(this.dataSource, userId);
    const judged = rows.map((row) => judge(row, plan, locale));
    // A row with faults costs nothing until it is mended.
    const prices = judged.map(({ units }) => units ?? 0);
    return {
      row_limit: PLAN_TERMS[plan].batchLimit,
      rows: judged.map(({ units, faults }, index) => ({
        number: index + 1,
        price: units === null ? null : toCredits(units),
        faults,
      })),
      total_credits: toCredits(prices.reduce((sum, units) => sum + units, 0)),
      available_credits: toCredits(availableUnits),
      affordable_rows: countAffordable(prices, availableUnits),
    };
  }
}

function judge(row: Record<string, unknown>, plan: Plan, locale: Locale): Judged {
  const parsed = batchRowBody.safeParse(row);
  if (!parsed.success) {
    const fields = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : String(issue.path[0] ?? ''),
    );
    const code: ErrorCode = 'VALIDATION_FAILED';
    const faults = [...new Set(fields)]
      .slice(0, MOST_FAULTS)
      .map((field) => ({ field, code, message: cellText(field, locale) }));
    return { units: null, faults };
  }
  const most = PLAN_TERMS[plan].imagesPerGeneration;
  const faults = rowFaults(parsed.data, plan).map(({ field, code }) => ({
    field,
    code,
    message: code === 'PLAN_LIMIT' ? countText(most, locale) : ERROR_MESSAGES[code][locale],
  }));
  const { unitPrice, count } = normaliseRequest(parsed.data);
  return { units: faults.length > 0 ? null : unitPrice * count, faults };
}

function countAffordable(prices: number[], availableUnits: number): number {
  let left = availableUnits;
  const short = prices.findIndex((units) => (left -= units) < 0);
  return short === -1 ? prices.length : short;
}
