import { z } from 'zod';
import type { Slice, SliceOptions } from './store.js';

/**
 * How webhooks travel: `late` after `lateMs`, `twice` each one two times, `out_of_order` held back until no more come
 * for a moment and then sent newest first, `lost` recorded but never sent.
 */
export const WebhookMode = z.enum(['normal', 'late', 'twice', 'out_of_order', 'lost']);
export type WebhookMode = z.infer<typeof WebhookMode>;

export const WebhookSettings = z.strictObject({
  mode: WebhookMode,
  /** How long after the event a webhook is sent. */
  delayMs: z.number().int().min(0).max(600_000),
  /** The same in mode `late`. */
  lateMs: z.number().int().min(0).max(86_400_000),
  /** Mode `out_of_order` sends what it holds back after so long without a new webhook. */
  quietMs: z.number().int().min(0).max(600_000),
  /** Waits before each further attempt; no attempt is made after the last. */
  retryMs: z.array(z.number().int().min(0)).max(30),
});
export type WebhookSettings = z.infer<typeof WebhookSettings>;

export const WebhookDelivery = z.object({
  id: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  /** The registered endpoint it goes to. */
  endpointId: z.string(),
  url: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed', 'lost']),
  /** Milliseconds since 1970, real time, as all times here: a receiver judges a signature's age by its own clock. */
  dueAt: z.number(),
  /** `status` is 0 if there was no answer. */
  attempts: z.array(z.object({ at: z.number(), status: z.number() })),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const WebhookState = z.object({ settings: WebhookSettings, deliveries: z.array(WebhookDelivery) });
export type WebhookState = z.infer<typeof WebhookState>;

/** Deliveries change several times each, and often many at a time. */
const WRITE_DELAY_MS = 200;

export const webhookDeliverySlice = (provider: string): SliceOptions<WebhookState> => ({
  name: `${provider}-webhook-deliveries`,
  schema: WebhookState,
  writeDelayMs: WRITE_DELAY_MS,
  seed: () => ({
    // Slower than a browser's redirect, as in reality: the return page usually comes first.
    settings: {
      mode: 'normal',
      delayMs: 300,
      lateMs: 30_000,
      quietMs: 1000,
      retryMs: [1000, 2000, 5000, 15_000, 60_000],
    },
    deliveries: [],
  }),
});

export interface WebhookEnvelope {
  headers: Record<string, string>;
  body: string;
}
export type NewDelivery = Pick<WebhookDelivery, 'eventId' | 'eventType' | 'endpointId' | 'url'>;

/** Made anew for each attempt, so that time and signature are fresh; undefined: the endpoint or event is gone. */
export type Sealer = (delivery: WebhookDelivery) => Promise<WebhookEnvelope | undefined>;

const ATTEMPT_TIMEOUT_MS = 10_000;
const KEPT_DELIVERIES = 300;

/** Sends a provider's webhooks, in the order and at the time that its mode says, and tries again what was not taken. */
export class WebhookOutbox {
  private timer: NodeJS.Timeout | undefined;
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly closing = new AbortController();

  constructor(
    private readonly state: Slice<WebhookState>,
    private readonly seal: Sealer,
    private readonly makeId: () => string,
  ) {}

  get settings(): WebhookSettings {
    return this.state.value.settings;
  }

  change(changes: Partial<WebhookSettings>): void {
    this.state.update(({ settings }) => Object.assign(settings, changes));
  }

  /** Newest first. */
  list(): WebhookDelivery[] {
    return this.state.value.deliveries.toReversed();
  }

  enqueue(deliveries: NewDelivery[]): void {
    const { mode } = this.settings;
    const copies = mode === 'twice' ? deliveries.flatMap((delivery) => [delivery, delivery]) : deliveries;
    this.add(copies, mode === 'lost' ? 'lost' : 'waiting', Date.now() + this.waitFor(mode));
    if (mode === 'out_of_order') this.holdBack();
  }

  /** Sends a delivery again whatever became of it, at once. @returns false if there is no such delivery */
  resend(id: string): boolean {
    const delivery = this.state.value.deliveries.find((candidate) => candidate.id === id);
    if (!delivery) return false;
    this.add([delivery], 'waiting', Date.now());
    return true;
  }

  /** Sends all that is waiting now, in its order, and returns when every first attempt has ended. */
  async flush(): Promise<void> {
    this.sendDue(Infinity);
    await Promise.all(this.underWay.values());
  }

  /** Takes up what was waiting when the sandbox stopped. */
  start(): void {
    this.sendDue();
  }

  async close(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.timer);
    await Promise.all(this.underWay.values());
  }

  reset(): void {
    clearTimeout(this.timer);
    this.state.reset();
  }

  private waitFor(mode: WebhookMode): number {
    const { delayMs, lateMs, quietMs } = this.settings;
    if (mode === 'late') return lateMs;
    return mode === 'out_of_order' ? quietMs : delayMs;
  }

  private add(deliveries: NewDelivery[], state: 'waiting' | 'lost', dueAt: number): void {
    const added = deliveries.map(({ eventId, eventType, endpointId, url }) => {
      return { id: this.makeId(), eventId, eventType, endpointId, url, state, dueAt, attempts: [] };
    });
    this.state.update((value) => {
      value.deliveries.push(...added);
      const tooMany = value.deliveries.length - KEPT_DELIVERIES;
      if (tooMany > 0) {
        const ended = value.deliveries.filter((delivery) => delivery.state !== 'waiting').slice(0, tooMany);
        value.deliveries = value.deliveries.filter((delivery) => !ended.includes(delivery));
      }
    });
    this.schedule();
  }

  /** Puts all that waits for its first attempt off, and turns its order round. */
  private holdBack(): void {
    const dueAt = Date.now() + this.settings.quietMs;
    this.state.update(({ deliveries }) => {
      const held = deliveries.filter((delivery) => delivery.state === 'waiting' && delivery.attempts.length === 0);
      // One millisecond apart: the newest is the first.
      for (const [age, delivery] of held.toReversed().entries()) delivery.dueAt = dueAt + age;
    });
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.closing.signal.aborted) return;
    const waiting = this.state.value.deliveries.filter(
      (delivery) => delivery.state === 'waiting' && !this.underWay.has(delivery.id),
    );
    if (waiting.length === 0) return;
    const next = Math.min(...waiting.map(({ dueAt }) => dueAt));
    this.timer = setTimeout(() => this.sendDue(), Math.max(0, next - Date.now()));
    this.timer.unref();
  }

  private sendDue(now = Date.now()): void {
    const isDue = (delivery: WebhookDelivery) =>
      delivery.state === 'waiting' && delivery.dueAt <= now && !this.underWay.has(delivery.id);
    const due = this.state.value.deliveries.filter(isDue).toSorted((a, b) => a.dueAt - b.dueAt);
    this.sendAll(due);
    this.schedule();
  }

  /** At the same time, as a real service does; in the order that was asked for where the order is the point. */
  private sendAll(due: WebhookDelivery[]): void {
    const isInOrder = this.settings.mode === 'out_of_order';
    let previous = Promise.resolve();
    for (const delivery of due) {
      const attempt = (isInOrder ? previous : Promise.resolve())
        .then(() => this.attempt(delivery))
        .finally(() => {
          this.underWay.delete(delivery.id);
          this.schedule();
        });
      this.underWay.set(delivery.id, attempt);
      previous = attempt;
    }
  }

  private async attempt(delivery: WebhookDelivery): Promise<void> {
    const envelope = await this.seal(delivery);
    const status = envelope ? await post(delivery.url, envelope, this.closing.signal) : undefined;
    this.state.update(() => {
      const wait = this.settings.retryMs[delivery.attempts.length];
      if (status !== undefined) delivery.attempts.push({ at: Date.now(), status });
      if (status !== undefined && status >= 200 && status < 300) delivery.state = 'delivered';
      else if (status === undefined || wait === undefined) delivery.state = 'failed';
      else delivery.dueAt = Date.now() + wait;
    });
  }
}

/** @returns the status, 0 if there was no answer */
async function post(url: string, { headers, body }: WebhookEnvelope, closing: AbortSignal): Promise<number> {
  // Not `AbortSignal.any` with `AbortSignal.timeout`, which Node 20 collects as garbage.
  const either = new AbortController();
  const abort = (): void => either.abort();
  const timer = setTimeout(abort, ATTEMPT_TIMEOUT_MS);
  closing.addEventListener('abort', abort, { once: true });
  if (closing.aborted) abort();
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: either.signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', abort);
  }
}
