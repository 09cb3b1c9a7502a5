import { planOfId, type PaymentOutcome } from '@app/contracts';
import { analytics } from '../../../shared/analytics/analytics';
import { readStored, writeStored } from '../../../shared/storage/local-storage';

const KEY = 'reported_purchases';
/** Nobody reloads the page of an older payment. */
const KEPT = 20;

/** Counts a purchase once, however often its page is opened. */
export function reportPurchase({ payment_id: id, plan_id, amount, currency }: PaymentOutcome): void {
  const reported = (readStored(KEY) ?? '').split(' ').filter(Boolean);
  if (reported.includes(id)) return;
  writeStored(KEY, [...reported, id].slice(-KEPT).join(' '));
  analytics.event('purchase', { plan: planOfId(plan_id), value: amount, currency });
}
