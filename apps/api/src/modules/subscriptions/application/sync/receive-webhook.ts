import type { PaymentProviderId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AppError } from '../../../../platform/errors/app-error.js';
import { WebhookInboxEntity } from '../../persistence/webhook-inbox.entity.js';
import { writeSubject } from '../../providers/event-subject.js';
import type { ProviderEvent } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

/** Postgres limits the parameters of a statement. */
const ROWS_WRITTEN = 1_000;

@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly providers: PaymentProviders,
    @InjectRepository(WebhookInboxEntity) private readonly inbox: Repository<WebhookInboxEntity>,
  ) {}

  /** Throws `WEBHOOK_SIGNATURE_INVALID`. The provider gets its answer once the event is stored. */
  async run(
    provider: PaymentProviderId,
    body: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<void> {
    // Without the provider there is no secret that could have signed it.
    if (!this.providers.ids.includes(provider)) throw new AppError('WEBHOOK_SIGNATURE_INVALID');
    const event = await this.providers.get(provider).readWebhook(body, headers);
    if (event) await this.keep(provider, [event]);
  }

  /** Known events are left as they are. */
  async keep(provider: PaymentProviderId, events: ProviderEvent[]): Promise<void> {
    const kept = events.map(({ id, type, subject, body }) => ({
      provider,
      eventId: id,
      type,
      objectId: writeSubject(subject),
      body,
      ...(subject.kind === 'none' && { state: 'ignored' as const, doneAt: new Date() }),
    }));
    for (let start = 0; start < kept.length; start += ROWS_WRITTEN) {
      const part = kept.slice(start, start + ROWS_WRITTEN);
      await this.inbox.createQueryBuilder().insert().values(part).orIgnore().updateEntity(false).execute();
    }
  }
}
