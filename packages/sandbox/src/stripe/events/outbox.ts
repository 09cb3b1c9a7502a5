import type { ObjectStore } from '../store/objects.js';
import { newId } from '../store/ids.js';
import type { StripeSettings } from '../store/settings.js';
import type { Delivery, Stored } from '../store/wire.js';
import { signatureOf } from './signature.js';

/** After the redirect of a checkout, usually. */
const USUAL_DELAY_MS = 300;
const SECOND_COPY_AFTER_MS = 200;
/** Real seconds until the next attempt. */
const RETRY_SECONDS = [1, 5, 15, 60, 300];
const TIMEOUT_MS = 20_000;
const CONCURRENT = 5;
const SHUFFLE_STEP_MS = 2;
/** Makes what is due later overdue, in the same order. */
const LONG_AGO_MS = 10 * 365 * 86_400_000;

interface Address {
  url: string;
  secret: string;
}

/** Sends events to the application, signed, by the mode of the settings, and again if it does not answer with 2xx. */
export class Outbox {
  private timer: NodeJS.Timeout | undefined;
  /** Ids of what is on its way. */
  private readonly sending = new Set<string>();
  private isClosed = false;
  private batch = { endsAt: 0, size: 0 };
  private readonly idle: (() => void)[] = [];

  constructor(
    private readonly objects: ObjectStore,
    private readonly settings: StripeSettings,
    private readonly ownSecret: string,
  ) {}

  enqueue(event: Stored<'event'>): void {
    const { webhookMode } = this.settings.value;
    for (const address of this.addressesOf(event.type)) {
      this.add(event, address, webhookMode === 'lost' ? 'lost' : 'waiting', this.nextDueTime());
      if (webhookMode === 'twice') {
        this.add(event, address, 'waiting', Date.now() + USUAL_DELAY_MS + SECOND_COPY_AFTER_MS);
      }
    }
    this.schedule();
  }

  /** Sends an event again, whatever became of it before. @returns the number of addresses */
  resend(event: Stored<'event'>): number {
    const addresses = this.addressesOf(event.type);
    for (const address of addresses) this.add(event, address, 'waiting', Date.now());
    this.schedule();
    return addresses.length;
  }

  /** Sends at once what waits. Resolves when every delivery has been tried. */
  async drain(): Promise<void> {
    for (const delivery of this.waiting()) {
      this.objects.put('delivery', { ...delivery, dueAt: delivery.dueAt - LONG_AGO_MS });
    }
    this.schedule();
    if (this.sending.size === 0 && this.waiting().length === 0) return;
    await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  /** Goes on with what waited when the sandbox was stopped. */
  start(): void {
    this.schedule();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private nextDueTime(): number {
    const { webhookMode, webhookDelayMs } = this.settings.value;
    const now = Date.now();
    if (webhookMode === 'late') return now + webhookDelayMs;
    if (webhookMode !== 'shuffled') return now + USUAL_DELAY_MS;
    // Of what happens within the delay, the last comes first.
    if (now > this.batch.endsAt) this.batch = { endsAt: now + webhookDelayMs, size: 0 };
    this.batch.size += 1;
    return this.batch.endsAt + webhookDelayMs - this.batch.size * SHUFFLE_STEP_MS;
  }

  private addressesOf(type: string): Address[] {
    const { webhookUrl } = this.settings.value;
    const endpoints = this.objects
      .list('webhook_endpoint')
      .filter(
        ({ status, enabled_events: wanted }) =>
          status === 'enabled' && wanted.some((name) => name === '*' || name === type),
      )
      .map(({ url, secret = '' }) => ({ url, secret }));
    return webhookUrl === null ? endpoints : [{ url: webhookUrl, secret: this.ownSecret }, ...endpoints];
  }

  private add(event: Stored<'event'>, { url, secret }: Address, status: Delivery['status'], dueAt: number): void {
    this.objects.put('delivery', {
      id: newId('whd'),
      object: 'delivery',
      event: event.id,
      type: event.type,
      url,
      secret,
      dueAt,
      attempts: 0,
      status,
      answer: null,
    });
  }

  private waiting(): Delivery[] {
    return this.objects.list('delivery').filter(({ id, status }) => status === 'waiting' && !this.sending.has(id));
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    const next = Math.min(...this.waiting().map(({ dueAt }) => dueAt));
    if (!Number.isFinite(next)) return;
    this.timer = setTimeout(() => this.sendDue(), Math.max(0, next - Date.now()));
    this.timer.unref();
  }

  private sendDue(): void {
    // One after the other, where their order matters.
    const atOnce = this.settings.value.webhookMode === 'shuffled' ? 1 : CONCURRENT;
    const due = this.waiting()
      .filter(isOverdue)
      .toSorted((a, b) => a.dueAt - b.dueAt)
      .slice(0, Math.max(0, atOnce - this.sending.size));
    for (const delivery of due) {
      this.sending.add(delivery.id);
      void this.send(delivery).finally(() => {
        this.sending.delete(delivery.id);
        this.afterSending();
      });
    }
    if (this.sending.size < atOnce) this.schedule();
  }

  private afterSending(): void {
    this.schedule();
    if (this.sending.size > 0 || this.waiting().some(isOverdue)) return;
    for (const resolve of this.idle.splice(0)) resolve();
  }

  private async send(delivery: Delivery): Promise<void> {
    const event = this.objects.find('event', delivery.event);
    if (!event) {
      this.objects.remove('delivery', delivery.id);
      return;
    }
    const answer = await post(delivery, JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2));
    if (!this.objects.find('delivery', delivery.id)) return;
    const isDone = answer >= 200 && answer < 300;
    const wait = RETRY_SECONDS[delivery.attempts];
    this.objects.put('delivery', {
      ...delivery,
      attempts: delivery.attempts + 1,
      answer,
      status: isDone ? 'delivered' : wait === undefined ? 'failed' : 'waiting',
      dueAt: Date.now() + (wait ?? 0) * 1000,
    });
  }
}

const isOverdue = ({ dueAt }: Delivery): boolean => dueAt <= Date.now();

/** @returns the status of the answer; 0 without one */
async function post({ url, secret }: Delivery, body: string): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureOf(body, secret),
      },
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 0;
  }
}
