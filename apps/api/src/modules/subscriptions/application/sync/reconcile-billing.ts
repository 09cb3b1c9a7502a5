import type { PaymentProviderId } from '@app/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { changed, rows } from '../../../../platform/database/rows.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { BillingMails } from './billing-mails.js';
import { BillingTimers } from './billing-timers.js';
import { ReadOverdue } from './read-overdue.js';
import { ReceiveWebhook } from './receive-webhook.js';
import { RefundPayment } from '../changes/refund-payment.js';
import { SyncCheckout } from '../checkout/sync-checkout.js';

const BATCH = 100;
const EVENTS_MINUTES = 60;
/** A webhook or the return page is usually faster. */
const PATIENCE_SECONDS = 120;

const UNDECIDED = `
  select s.provider, s.provider_session_id as id from checkout_sessions s join payments p on p.id = s.payment_id
   where p.status = 'redirecting' and s.provider_session_id is not null and s.provider = any($2)
     and p.created_at < now() - make_interval(secs => $1) and p.created_at > now() - interval '3 days'
   order by p.created_at limit ${BATCH}`;
// A call that the provider never answered, and a page that was never paid.
const END_ABANDONED = `
  update payments p set status = 'cancelled'
   where p.status = 'redirecting' and p.invoice_id is null and p.created_at < now() - interval '24 hours'
     and (p.created_at < now() - interval '3 days'
          or not exists (select 1 from checkout_sessions s where s.payment_id = p.id and s.provider_session_id is not null))`;
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

// Providers repeat an event for days; one that comes after that is read for like a new one, which changes nothing.
const DELETE_FINISHED_EVENTS = `
  delete from webhook_inbox where (provider, event_id) in (
    select provider, event_id from webhook_inbox
     where state in ('done', 'ignored') and done_at < now() - interval '90 days'
     order by done_at limit 1000)`;

interface Named {
  provider: PaymentProviderId;
  id: string;
}

@Injectable()
export class ReconcileSteps {
  constructor(
    readonly timers: BillingTimers,
    readonly webhooks: ReceiveWebhook,
    readonly checkouts: SyncCheckout,
    readonly overdue: ReadOverdue,
    readonly mails: BillingMails,
  ) {}
}

/** Each part fails by itself. */
@Injectable()
export class ReconcileBilling {
  private readonly logger = new Logger(ReconcileBilling.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly steps: ReconcileSteps,
    private readonly refunds: RefundPayment,
  ) {}

  async run(signal: AbortSignal, patienceSeconds = PATIENCE_SECONDS): Promise<void> {
    const { timers, webhooks, checkouts, overdue, mails } = this.steps;
    await this.each(signal, [() => timers.run(signal), () => mails.sendPending(null)], (step) => step());
    const since = new Date(Date.now() - EVENTS_MINUTES * 60_000);
    await this.each(signal, this.providers.all, async (provider) =>
      webhooks.keep(provider.id, await provider.listEvents(since)),
    );
    await this.each(signal, await this.named(UNDECIDED, patienceSeconds), ({ provider, id }) =>
      checkouts.run(provider, id),
    );
    await this.each(signal, await this.named(OVERDUE, patienceSeconds), ({ provider, id }) =>
      overdue.run(provider, id),
    );
    await changed(this.dataSource, END_ABANDONED);
    await this.each(signal, await this.claimedRefunds(patienceSeconds), (payment) => this.refunds.finish(payment));
    await changed(this.dataSource, DELETE_FINISHED_EVENTS);
  }

  private named(statement: string, seconds: number): Promise<Named[]> {
    return rows<Named>(this.dataSource, statement, [seconds, this.providers.ids]);
  }

  private async claimedRefunds(seconds: number): Promise<PaymentEntity[]> {
    const found = await rows<{ id: string }>(this.dataSource, UNFINISHED_REFUNDS, [seconds, this.providers.ids]);
    return this.dataSource.getRepository(PaymentEntity).findBy({ id: In(found.map(({ id }) => id)) });
  }

  private async each<T>(signal: AbortSignal, all: T[], work: (one: T) => Promise<unknown>): Promise<void> {
    for (const one of all) {
      if (signal.aborted) return;
      await work(one).catch((error: unknown) => this.logger.warn(`Left for the next pass: ${String(error)}`));
    }
  }
}
