import type { PaymentProviderId } from '@app/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { changed, rows } from '../../../../platform/database/rows.js';
import { readSubject } from '../../providers/event-subject.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { SyncCheckout } from '../checkout/sync-checkout.js';
import { SyncSubscription, type SyncOutcome } from './sync-subscription.js';

const BATCH = 20;

// A claimed row is due again after a minute, in case the process dies. Events of one object need one read. No row is waited
// for: two processes that claim events of one object would each hold what the other one wants.
const TAKE = `
with first as (
  select provider, object_id from webhook_inbox
   where state = 'new' and due_at <= now() order by due_at limit ${BATCH} for update skip locked
), due as (
  select w.provider, w.event_id from webhook_inbox w
    join (select distinct provider, object_id from first) f using (provider, object_id)
   where w.state = 'new' and w.due_at <= now() for update of w skip locked
), taken as (
  update webhook_inbox w set tries = tries + 1, due_at = now() + make_interval(secs => 60 * least(w.tries + 1, 60))
    from due where w.provider = due.provider and w.event_id = due.event_id
  returning w.provider, w.object_id, w.event_id
)
select provider, object_id as "objectId", array_agg(event_id) as "eventIds" from taken group by provider, object_id`;

const FINISH = `
  update webhook_inbox set state = $3, done_at = now() where provider = $1 and event_id = any($2) and state = 'new'`;

/** An object with the events that name it. */
interface Taken {
  provider: PaymentProviderId;
  objectId: string;
  eventIds: string[];
}

const STATES: Record<SyncOutcome, string> = { applied: 'done', ignored: 'ignored', quarantined: 'quarantined' };

/** Each object is read again at its provider, whatever its events said. */
@Injectable()
export class ProcessInbox {
  private readonly logger = new Logger(ProcessInbox.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly checkouts: SyncCheckout,
    private readonly subscriptions: SyncSubscription,
  ) {}

  /** Until nothing is due or `signal` aborts. Returns the number of events. */
  async run(signal?: AbortSignal): Promise<number> {
    let done = 0;
    for (;;) {
      const taken = signal?.aborted ? [] : await rows<Taken>(this.dataSource, TAKE);
      if (taken.length === 0) return done;
      for (const object of taken) done += await this.process(object);
    }
  }

  private async process({ provider, objectId, eventIds }: Taken): Promise<number> {
    try {
      const outcome = await this.sync(provider, objectId);
      return await changed(this.dataSource, FINISH, [provider, eventIds, STATES[outcome]]);
    } catch (error) {
      this.logger.warn(`${objectId} of ${provider} is read again later: ${String(error)}`);
      return 0;
    }
  }

  private async sync(provider: PaymentProviderId, objectId: string): Promise<SyncOutcome> {
    const subject = readSubject(objectId);
    switch (subject.kind) {
      case 'checkout':
        return this.checkouts.run(provider, subject.id);
      case 'subscription':
        return this.subscriptions.run(provider, subject.id);
      case 'payment':
        return this.syncPayment(provider, subject.id);
      case 'none':
        return 'ignored';
    }
  }

  private async syncPayment(provider: PaymentProviderId, id: string): Promise<SyncOutcome> {
    const subscriptionId = await this.providers.get(provider).findSubscriptionOfPayment(id);
    return subscriptionId === null ? 'ignored' : this.subscriptions.run(provider, subscriptionId, id);
  }
}
