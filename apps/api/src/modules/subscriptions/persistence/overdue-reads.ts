import type { PaymentProviderId } from '@app/contracts';
import { In, type DataSource } from 'typeorm';
import { rows } from '../../../platform/database/rows.js';
import type { ProviderObject } from '../domain/provider-id.js';
import { PaymentEntity } from './payment.entity.js';

const BATCH = 100;

const UNDECIDED = `
  select s.provider, s.provider_session_id as id from checkout_sessions s join payments p on p.id = s.payment_id
   where p.status = 'redirecting' and s.provider_session_id is not null and s.provider = any($2)
     and p.created_at < now() - make_interval(secs => $1) and p.created_at > now() - interval '3 days'
   order by p.created_at limit ${BATCH}`;

/** An older one of an ended subscription is voided once it is read for another reason, or paid back once it is paid. */
const OPEN_DAYS = 30;
// An ended period should have been renewed, failed or ended; a second subscription undone; what has ended is not to be paid.
// Each is marked as read before it is, so that those that cannot be read keep none waiting.
const OVERDUE = `
  update subscriptions set synced_at = now() where id in (
    select s.id from subscriptions s
     where provider = any($2) and synced_at < now() - make_interval(secs => $1)
       and (status in ('active', 'trialing', 'past_due', 'unpaid', 'incomplete')
              and (is_duplicate or status in ('incomplete', 'past_due', 'unpaid') or period_end < billing_now())
            or status = 'unknown' and synced_at < now() - interval '1 hour'
            or status = 'canceled' and exists (
                 select 1 from billing_invoices i where i.subscription_id = s.id and i.status = 'open'
                    and i.created_at > billing_now() - interval '${OPEN_DAYS} days')
            or exists (
                 select 1 from payments p where p.subscription_id = s.id and p.is_unearned and p.status = 'success'
                    and not exists (
                      select 1 from subscription_events e where e.key = 'refunded:' || p.id || ':' || p.amount_cents)
                    and not exists (select 1 from billing_mails m where m.key = 'refund_refused:' || p.id)))
     order by synced_at limit ${BATCH} for update skip locked)
  returning provider, provider_subscription_id as id`;

// Refund and end of the subscription: either may be missing. One that the bank sent back is left to the operator.
const UNFINISHED_REFUNDS = `
  select p.id from payments p join subscriptions s on s.id = p.subscription_id
   where p.refund_requested_at < now() - make_interval(secs => $1) and p.provider_payment_id is not null
     and p.provider = any($2)
     and (p.status = 'success'
            and not exists (select 1 from subscription_events e where e.key = 'refunded:' || p.id || ':' || p.amount_cents)
          or p.status = 'refunded' and s.status in ('active', 'trialing', 'past_due'))
   order by p.refund_requested_at limit ${BATCH}`;

interface Asked {
  /** Those that can be asked. */
  providers: PaymentProviderId[];
  /** How long a webhook or the return page has time. */
  seconds: number;
}

export const findUndecidedCheckouts = (sql: DataSource, { seconds, providers }: Asked): Promise<ProviderObject[]> =>
  rows<ProviderObject>(sql, UNDECIDED, [seconds, providers]);

export const claimOverdueSubscriptions = (sql: DataSource, { seconds, providers }: Asked): Promise<ProviderObject[]> =>
  rows<ProviderObject>(sql, OVERDUE, [seconds, providers]);

export async function findUnfinishedRefunds(sql: DataSource, { seconds, providers }: Asked): Promise<PaymentEntity[]> {
  const found = await rows<{ id: string }>(sql, UNFINISHED_REFUNDS, [seconds, providers]);
  return sql.getRepository(PaymentEntity).findBy({ id: In(found.map(({ id }) => id)) });
}
