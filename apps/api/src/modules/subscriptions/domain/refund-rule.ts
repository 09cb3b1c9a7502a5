import { REFUND_DAYS, REFUND_MAX_USED, type ErrorCode } from '@app/contracts';

const DAY_MS = 86_400_000;
/** What was used of plans refunded in this time counts with what is used of the next one. The terms say a year. */
const REFUND_LOOKBACK_DAYS = 365;

export const refundLookback = (now: Date): Date => new Date(now.getTime() - REFUND_LOOKBACK_DAYS * DAY_MS);

export interface RefundFacts {
  isLatest: boolean;
  isPaid: boolean;
  paidAt: Date | null;
  refundedCents: number;
  hasRefundFailed: boolean;
  grantedUnits: number;
  usedUnits: number;
  /** Of other plans, which were refunded lately. */
  usedBeforeUnits: number;
}

export type RefundRefusal = Extract<ErrorCode, 'REFUND_NOT_POSSIBLE' | 'CREDITS_USED'>;

export function refundRefusal(facts: RefundFacts, now: Date): RefundRefusal | null {
  const { isLatest, isPaid, paidAt, refundedCents, hasRefundFailed, grantedUnits } = facts;
  if (!isPaid || !isLatest || paidAt === null || refundedCents > 0 || hasRefundFailed) return 'REFUND_NOT_POSSIBLE';
  if (now.getTime() - paidAt.getTime() > REFUND_DAYS * DAY_MS) return 'REFUND_NOT_POSSIBLE';
  const usedUnits = facts.usedUnits + facts.usedBeforeUnits;
  return usedUnits > grantedUnits * REFUND_MAX_USED ? 'CREDITS_USED' : null;
}

export const proRataUnits = (grantedUnits: number, refundedCents: number, paidCents: number): number =>
  paidCents <= 0 ? 0 : Math.min(grantedUnits, Math.ceil((grantedUnits * refundedCents) / paidCents));
