// oxlint-disable-next-line import/no-named-as-default -- its CommonJS build has no named export
import Stripe from 'stripe';
import { AppError } from '../../../../platform/errors/app-error.js';
import type { EventSubject, ProviderEvent } from '../payment-provider.port.js';
import { ask, idOf } from './stripe-client.js';
import { subscriptionOfInvoice } from './stripe-invoices.js';

const EVENTS_PAGE = 100;
const EVENTS_READ = 10_000;

/** Its object is read again, because events come repeatedly and in any order. */
function subjectOf(event: Stripe.Event): EventSubject {
  const { object } = event.data as { object: { id: string; object: string } };
  switch (object.object) {
    case 'checkout.session':
      return { kind: 'checkout', id: object.id };
    case 'subscription':
      return { kind: 'subscription', id: object.id };
    case 'invoice': {
      const id = subscriptionOfInvoice(object as unknown as Stripe.Invoice);
      return id === null ? { kind: 'none' } : { kind: 'subscription', id };
    }
    case 'charge':
    case 'refund':
    case 'dispute': {
      const id = idOf((object as unknown as { payment_intent: string | null }).payment_intent);
      return id === null ? { kind: 'none' } : { kind: 'payment', id };
    }
    default:
      return { kind: 'none' };
  }
}

const toEvent = (event: Stripe.Event): ProviderEvent => ({
  id: event.id,
  type: event.type,
  subject: subjectOf(event),
  body: { created: event.created, livemode: event.livemode, object: (event.data.object as { id?: string }).id ?? null },
});

export class StripeEvents {
  private readonly isLive: boolean;

  constructor(
    private readonly client: Stripe,
    private readonly settings: { secretKey: string; webhookSecret: string },
  ) {
    this.isLive = /^[a-z]+_live_/.test(settings.secretKey);
  }

  read(body: Buffer, headers: Record<string, string | string[] | undefined>): ProviderEvent | null {
    const signature = headers['stripe-signature'];
    if (typeof signature !== 'string') throw new AppError('WEBHOOK_SIGNATURE_INVALID');
    const event = this.verified(body, signature);
    // Of the other mode, or of a connected account.
    return event.livemode !== this.isLive || event.account ? null : toEvent(event);
  }

  private verified(body: Buffer, signature: string): Stripe.Event {
    try {
      const event = this.client.webhooks.constructEvent(body, signature, this.settings.webhookSecret);
      // The library accepts any time in the future.
      const [, signedAt] = /(?:^|,)t=(\d+)/.exec(signature) ?? [];
      if (Number(signedAt) - Date.now() / 1000 > Stripe.webhooks.DEFAULT_TOLERANCE) throw new Error('from the future');
      return event;
    } catch (error) {
      throw new AppError('WEBHOOK_SIGNATURE_INVALID', { cause: error });
    }
  }

  async since(time: Date): Promise<ProviderEvent[]> {
    const created = { gte: Math.floor(time.getTime() / 1000) };
    const events = await ask(() =>
      this.client.events.list({ created, limit: EVENTS_PAGE }).autoPagingToArray({ limit: EVENTS_READ }),
    );
    return events.filter((event) => !event.account).map(toEvent);
  }
}
