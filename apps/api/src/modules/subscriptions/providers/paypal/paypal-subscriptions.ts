import { priceCents, type PaymentFailureReason } from '@app/contracts';
import * as z from 'zod';
import { addMonths } from '../../domain/grant-months.js';
import { isOver } from '../../domain/subscription-access.js';
import type { CheckoutSnapshot, SubscriptionSnapshot } from '../payment-provider.port.js';
import { isPaid, isRefused, type BilledPeriod } from './billed-periods.js';
import type { PaypalClient } from './paypal-client.js';
import type { PaypalPlans } from './paypal-plans.js';
import type { PaypalTransactions } from './paypal-transactions.js';
import { standingOf } from './standing.js';

const HOUR_MS = 3_600_000;
/** An approval that was not given by then is abandoned. */
const APPROVAL_MS = 24 * HOUR_MS;
/** Read for disputes and refunds; older ones change by disputes alone, which name their payment. */
const INVOICES_READ = 4;

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
export const subscriptionSchema = z.object({
  id: z.string(),
  status: z.string(),
  status_change_note: z.string().optional(),
  status_update_time: time.optional(),
  plan_id: z.string(),
  custom_id: z.string().optional(),
  start_time: time,
  create_time: time,
  billing_info: z
    .object({
      last_payment: z.object({}).optional(),
      last_failed_payment: z.object({ reason_code: z.string().optional() }).optional(),
      failed_payments_count: z.number().optional(),
    })
    .optional(),
});
type Subscription = z.output<typeof subscriptionSchema>;

/** PayPal tells little about why a payment failed. */
const REASONS: Record<string, PaymentFailureReason> = {
  INTERNAL_SERVER_ERROR: 'processing_error',
  PAYER_CANNOT_PAY: 'transaction_not_allowed',
  SENDING_LIMIT_EXCEEDED: 'withdrawal_count_limit_exceeded',
};

export const customIdOf = (userId: string, paymentId: string): string => `${userId}:${paymentId}`;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CUSTOM_ID = new RegExp(`^(${UUID}):(${UUID})$`);

function namesOn({ custom_id }: Subscription): { userId: string | null; paymentId: string | null } {
  const [, userId = null, paymentId = null] = CUSTOM_ID.exec(custom_id ?? '') ?? [];
  return { userId, paymentId };
}

/** A subscription is its own checkout until it is approved. */
export class PaypalSubscriptions {
  constructor(
    private readonly client: PaypalClient,
    private readonly plans: PaypalPlans,
    private readonly transactions: PaypalTransactions,
    /** Where people change how they pay. */
    private readonly repairUrl: string,
  ) {}

  async find(id: string): Promise<Subscription | null> {
    return this.client.find(`/v1/billing/subscriptions/${encodeURIComponent(id)}`, subscriptionSchema);
  }

  async checkout(id: string): Promise<CheckoutSnapshot | null> {
    const found = await this.find(id);
    if (!found) return null;
    const isWaiting = isUnapproved(found);
    const isEndedUnpaid = ['CANCELLED', 'EXPIRED'].includes(found.status) && !wasBilled(found);
    const isLate = Date.now() - found.create_time.getTime() > APPROVAL_MS;
    return {
      sessionId: id,
      purpose: 'subscription',
      state: isEndedUnpaid || (isWaiting && isLate) ? 'expired' : isWaiting ? 'open' : 'complete',
      ...namesOn(found),
      subscriptionId: isWaiting || isEndedUnpaid ? null : id,
      failureReason: null,
    };
  }

  async isUnpaid(id: string): Promise<boolean> {
    return ((await this.find(id))?.billing_info?.failed_payments_count ?? 0) > 0;
  }

  /** With the invoice of `paymentId`, however old it is. */
  async snapshot(id: string, now: Date, paymentId?: string): Promise<SubscriptionSnapshot | null> {
    const found = await this.find(id);
    const planned = found && (await this.plans.choiceOf(found.plan_id));
    if (!found || !planned || isUnapproved(found)) return null;
    const until = new Date(Math.max(now.getTime(), Date.now()) + HOUR_MS);
    const billed = await this.transactions.ofSubscription(id, found.create_time, until);
    const names = namesOn(found);
    const standing = standingOf({ ...found, note: found.status_change_note, billed, now });
    const running = runningPeriod(billed) ?? { ...planned, start: found.start_time };
    const { plan, isAnnual, start } = running;
    const isPending = standing.isRenewed && (planned.plan !== plan || planned.isAnnual !== isAnnual);
    return {
      id,
      customerId: names.userId ?? '',
      ...names,
      status: standing.status,
      plan,
      isAnnual,
      anchoredAt: billed.find(isPaid)?.start ?? found.start_time,
      periodStart: start,
      periodEnd: 'end' in running ? running.end : addMonths(start, isAnnual ? 12 : 1),
      cancelAtPeriodEnd: standing.cancelAtPeriodEnd,
      canceledAt: found.status_update_time ?? null,
      endedAt: isOver(standing.status) ? (found.status_update_time ?? null) : null,
      pending: isPending ? planned : null,
      nextAmountCents: (await this.plans.amountCentsOf(found.plan_id)) ?? priceCents(planned.plan, planned.isAnnual),
      billing: standing.billing,
      invoices: await this.invoicesOf(found, billed, paymentId),
    };
  }

  private invoicesOf({ status, billing_info }: Subscription, billed: BilledPeriod[], paymentId?: string) {
    const oldest = billed.length - INVOICES_READ;
    const failureReason = REASONS[billing_info?.last_failed_payment?.reason_code ?? ''] ?? 'generic_decline';
    return Promise.all(
      billed
        .filter(({ id }, index) => index >= oldest || id === paymentId)
        .map((one) =>
          this.transactions.invoiceOf(one, {
            isDue: one === billed.at(-1) && ['ACTIVE', 'SUSPENDED'].includes(status),
            failureReason,
            repairUrl: this.repairUrl,
          }),
        ),
    );
  }
}

const isUnapproved = ({ status }: Subscription): boolean => status === 'APPROVAL_PENDING' || status === 'APPROVED';

const wasBilled = ({ billing_info: info }: Subscription): boolean =>
  info?.last_payment !== undefined || info?.last_failed_payment !== undefined;

/** The last paid period, or the next one while its payment fails. */
const runningPeriod = (billed: readonly BilledPeriod[]): BilledPeriod | undefined =>
  billed.findLast((one) => isPaid(one) || (isRefused(one) && one === billed.at(-1)));
