import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { claimOverdueSubscriptions, findUndecidedCheckouts } from '../../persistence/overdue-reads.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { SyncCheckout } from '../checkout/sync-checkout.js';
import { eachUntilAborted, leftForNextPass } from './each-until-aborted.js';
import { ReadOverdue } from './read-overdue.js';
import { ReceiveWebhook } from './receive-webhook.js';

const EVENTS_MINUTES = 60;

/** Asks the providers for what no webhook has told. */
@Injectable()
export class ReadMissed {
  private readonly logger = new Logger(ReadMissed.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly webhooks: ReceiveWebhook,
    private readonly checkouts: SyncCheckout,
    private readonly overdue: ReadOverdue,
  ) {}

  async run(signal: AbortSignal, patienceSeconds: number): Promise<void> {
    const each = <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> =>
      eachUntilAborted(signal, all, work, leftForNextPass(this.logger));
    const since = new Date(Date.now() - EVENTS_MINUTES * 60_000);
    await each(this.providers.all, async (provider) =>
      this.webhooks.keep(provider.id, await provider.listEvents(since)),
    );
    const asked = { providers: this.providers.ids, seconds: patienceSeconds };
    await each(await findUndecidedCheckouts(this.dataSource, asked), ({ provider, id }) =>
      this.checkouts.run(provider, id),
    );
    await each(await claimOverdueSubscriptions(this.dataSource, asked), ({ provider, id }) =>
      this.overdue.run(provider, id),
    );
  }
}
