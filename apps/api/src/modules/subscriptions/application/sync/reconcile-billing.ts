import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { changed } from '../../../../platform/database/rows.js';
import { BillingMails } from './billing-mails.js';
import { BillingTimers } from './billing-timers.js';
import { eachUntilAborted, leftForNextPass } from './each-until-aborted.js';
import { FinishInterrupted } from './finish-interrupted.js';
import { ReadMissed } from './read-missed.js';

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

/** Each part fails by itself. */
@Injectable()
export class ReconcileBilling {
  private readonly logger = new Logger(ReconcileBilling.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly timers: BillingTimers,
    private readonly mails: BillingMails,
    private readonly missed: ReadMissed,
    private readonly interrupted: FinishInterrupted,
  ) {}

  async run(signal: AbortSignal, patienceSeconds = PATIENCE_SECONDS): Promise<void> {
    const first = [() => this.timers.run(signal), () => this.mails.sendPending(null)];
    await eachUntilAborted(signal, first, (step) => step(), leftForNextPass(this.logger));
    await this.missed.run(signal, patienceSeconds);
    await changed(this.dataSource, END_ABANDONED);
    await this.interrupted.run(signal, patienceSeconds);
    await changed(this.dataSource, DELETE_FINISHED_EVENTS);
  }
}
