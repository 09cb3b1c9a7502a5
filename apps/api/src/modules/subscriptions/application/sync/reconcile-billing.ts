import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { changed } from '../../../../platform/database/rows.js';
import {
  claimOverdueSubscriptions,
  findUndecidedCheckouts,
  findUnfinishedRefunds,
} from '../../persistence/overdue-reads.js';
import { findInterruptedChanges } from '../../persistence/planned-change-reads.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { BillingMails } from './billing-mails.js';
import { BillingTimers } from './billing-timers.js';
import { ReadOverdue } from './read-overdue.js';
import { ReceiveWebhook } from './receive-webhook.js';
import { PlannedChanges } from '../changes/planned-changes.js';
import { RefundPayment } from '../changes/refund-payment.js';
import { SyncCheckout } from '../checkout/sync-checkout.js';

const EVENTS_MINUTES = 60;
/** A webhook or the return page is usually faster. */
const PATIENCE_SECONDS = 120;

// A call that the provider never answered, and a page that was never paid.
const END_ABANDONED = `
  update payments p set status = 'cancelled'
   where p.status = 'redirecting' and p.invoice_id is null and p.created_at < now() - interval '24 hours'
     and (p.created_at < now() - interval '3 days'
          or not exists (select 1 from checkout_sessions s where s.payment_id = p.id and s.provider_session_id is not null))`;
// Providers repeat an event for days; one that comes after that is read for like a new one, which changes nothing.
const DELETE_FINISHED_EVENTS = `
  delete from webhook_inbox where (provider, event_id) in (
    select provider, event_id from webhook_inbox
     where state in ('done', 'ignored') and done_at < now() - interval '90 days'
     order by done_at limit 1000)`;

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
    private readonly plannedChanges: PlannedChanges,
  ) {}

  async run(signal: AbortSignal, patienceSeconds = PATIENCE_SECONDS): Promise<void> {
    const { timers, webhooks, checkouts, overdue, mails } = this.steps;
    await this.each(signal, [() => timers.run(signal), () => mails.sendPending(null)], (step) => step());
    const since = new Date(Date.now() - EVENTS_MINUTES * 60_000);
    await this.each(signal, this.providers.all, async (provider) =>
      webhooks.keep(provider.id, await provider.listEvents(since)),
    );
    const asked = { providers: this.providers.ids, seconds: patienceSeconds };
    await this.each(signal, await findUndecidedCheckouts(this.dataSource, asked), ({ provider, id }) =>
      checkouts.run(provider, id),
    );
    await this.each(signal, await claimOverdueSubscriptions(this.dataSource, asked), ({ provider, id }) =>
      overdue.run(provider, id),
    );
    await changed(this.dataSource, END_ABANDONED);
    await this.each(signal, await findUnfinishedRefunds(this.dataSource, asked), (payment) =>
      this.refunds.finish(payment),
    );
    await this.each(signal, await findInterruptedChanges(this.dataSource, asked), (kept) =>
      this.plannedChanges.readAndRestore(kept),
    );
    await changed(this.dataSource, DELETE_FINISHED_EVENTS);
  }

  private async each<T>(signal: AbortSignal, all: T[], work: (one: T) => Promise<unknown>): Promise<void> {
    for (const one of all) {
      if (signal.aborted) return;
      await work(one).catch((error: unknown) => this.logger.warn(`Left for the next pass: ${String(error)}`));
    }
  }
}
