import * as z from 'zod';
import { AppError } from '../../../../platform/errors/app-error.js';
import type { EventSubject, ProviderEvent } from '../payment-provider.port.js';
import { pageSchema, PaypalRefusal, type PaypalClient } from './paypal-client.js';

const PAGE_SIZE = 100;
const EVENT_TYPES = [
  'BILLING.SUBSCRIPTION.ACTIVATED',
  'BILLING.SUBSCRIPTION.UPDATED',
  'BILLING.SUBSCRIPTION.RE-ACTIVATED',
  'BILLING.SUBSCRIPTION.SUSPENDED',
  'BILLING.SUBSCRIPTION.CANCELLED',
  'BILLING.SUBSCRIPTION.EXPIRED',
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
  'PAYMENT.SALE.COMPLETED',
  'PAYMENT.SALE.REFUNDED',
  'PAYMENT.SALE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
];
const PATH = '/v1/notifications';
/** Anybody can send a forgery, and each costs calls of PayPal. PayPal sends again what finds no room. */
const CHECKED_AT_ONCE = 8;
const LOOKED_UP_EVERY_MS = 60_000;

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })),
});
const webhooksSchema = z.object({ webhooks: z.array(webhookSchema).optional() });
const verdictSchema = z.object({ verification_status: z.string() });
const eventSchema = z.object({
  id: z.string(),
  event_type: z.string(),
  create_time: z.string().optional(),
  resource: z.object({
    id: z.string().optional(),
    billing_agreement_id: z.string().optional(),
    sale_id: z.string().optional(),
    disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).optional(),
  }),
});
const eventsSchema = pageSchema.extend({ events: z.array(eventSchema).optional() });
type PaypalEvent = z.output<typeof eventSchema>;

/** Fields of the verification call, by the header that carries each. */
const SIGNATURE_HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

function subjectOf({ event_type: type, resource }: PaypalEvent): EventSubject {
  if (!EVENT_TYPES.includes(type)) return { kind: 'none' };
  const subscriptionId = type.startsWith('BILLING.') ? resource.id : resource.billing_agreement_id;
  if (subscriptionId !== undefined) return { kind: 'subscription', id: subscriptionId };
  const paymentId = resource.disputed_transactions?.[0]?.seller_transaction_id ?? resource.sale_id ?? resource.id;
  return paymentId === undefined ? { kind: 'none' } : { kind: 'payment', id: paymentId };
}

const toEvent = (event: PaypalEvent): ProviderEvent => ({
  id: event.id,
  type: event.event_type,
  subject: subjectOf(event),
  body: { created: event.create_time ?? null, object: event.resource.id ?? null },
});

const refused = (cause?: unknown): AppError => new AppError('WEBHOOK_SIGNATURE_INVALID', { cause });

export class PaypalWebhooks {
  private webhookId: string | null = null;
  private lookedUpAt = 0;
  private checking = 0;

  constructor(
    private readonly client: PaypalClient,
    private readonly url: string,
  ) {}

  async prepare(): Promise<string[]> {
    this.webhookId = null;
    const event_types = EVENT_TYPES.map((name) => ({ name }));
    const found = await this.find();
    if (!found) {
      await this.client.call(`${PATH}/webhooks`, webhookSchema, {
        method: 'POST',
        body: { url: this.url, event_types },
      });
      return [this.url];
    }
    const names = new Set(found.event_types.map(({ name }) => name));
    if (names.has('*') || EVENT_TYPES.every((name) => names.has(name))) return [];
    await this.client.call(`${PATH}/webhooks/${found.id}`, webhookSchema, {
      method: 'PATCH',
      body: [{ op: 'replace', path: '/event_types', value: event_types }],
    });
    return [this.url];
  }

  /** PayPal itself verifies its signature. */
  async read(body: Buffer, headers: Record<string, string | string[] | undefined>): Promise<ProviderEvent> {
    const signature = Object.entries(SIGNATURE_HEADERS).map(([member, name]) => [member, headers[name]] as const);
    if (signature.some(([, value]) => typeof value !== 'string' || value === '')) throw refused();
    const { text, event } = parsed(body);
    if (this.checking >= CHECKED_AT_ONCE) throw new AppError('PAYMENT_UNAVAILABLE');
    this.checking += 1;
    try {
      await this.check(Object.fromEntries(signature), text);
    } finally {
      this.checking -= 1;
    }
    return toEvent(event);
  }

  private async check(signature: object, text: string): Promise<void> {
    if (this.webhookId === null) {
      this.lookedUpAt = Date.now();
      this.webhookId = (await this.find())?.id ?? null;
    }
    // Not prepared yet: PayPal sends it again.
    if (this.webhookId === null) throw new AppError('PAYMENT_UNAVAILABLE');
    const members = JSON.stringify({ ...signature, webhook_id: this.webhookId });
    // The signature covers the bytes, so they are passed on unparsed.
    if (await this.isGenuine(`${members.slice(0, -1)},"webhook_event":${text}}`)) return;
    // It may have been made anew.
    if (Date.now() - this.lookedUpAt >= LOOKED_UP_EVERY_MS) this.webhookId = null;
    throw refused();
  }

  async since(time: Date): Promise<ProviderEvent[]> {
    const query = new URLSearchParams({ start_time: time.toISOString(), page_size: String(PAGE_SIZE) });
    const pages = await this.client.pages(`${PATH}/webhooks-events?${query.toString()}`, eventsSchema);
    return pages.flatMap(({ events = [] }) => events.map(toEvent));
  }

  private async isGenuine(body: string): Promise<boolean> {
    try {
      const path = `${PATH}/verify-webhook-signature`;
      const verdict = await this.client.call(path, verdictSchema, { method: 'POST', body });
      return verdict.verification_status === 'SUCCESS';
    } catch (error) {
      if (error instanceof PaypalRefusal) return false;
      throw error;
    }
  }

  private async find(): Promise<z.output<typeof webhookSchema> | null> {
    const { webhooks = [] } = await this.client.call(`${PATH}/webhooks`, webhooksSchema);
    return webhooks.find(({ url }) => url === this.url) ?? null;
  }
}

function parsed(body: Buffer): { text: string; event: PaypalEvent } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return { text, event: eventSchema.parse(JSON.parse(text)) };
  } catch (error) {
    throw refused(error);
  }
}
