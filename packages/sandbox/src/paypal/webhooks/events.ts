import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { WRITE_DELAY_MS } from '../write-delay.js';
import { WebhookOutbox, type Sealer, type WebhookState } from '../../kit/webhook-delivery.js';
import { newId } from '../ids.js';
import type { Links } from '../links.js';
import type { Endpoints } from './endpoints.js';
import { EVENT_TYPES, type EventType } from './event-types.js';

const StoredEvent = z.object({
  id: z.string(),
  type: z.string(),
  /** The sandbox's time. */
  at: z.number(),
  /** The event as it travels, to the byte. */
  body: z.string(),
});
export type StoredEvent = z.infer<typeof StoredEvent>;
const Events = z.array(StoredEvent);
type Events = z.infer<typeof Events>;
export const eventSlice: SliceOptions<Events> = {
  name: 'paypal-events',
  writeDelayMs: WRITE_DELAY_MS,
  schema: Events,
  seed: () => [],
};

const KEPT_EVENTS = 1000;

export interface NewEvent {
  type: EventType;
  resourceType:
    | 'subscription'
    | 'sale'
    | 'refund'
    | 'capture'
    | 'authorization'
    | 'checkout-order'
    | 'plan'
    | 'product'
    | 'dispute';
  resource: object;
  at: number;
}

/** What happened at PayPal, and its way to the endpoints that asked for it. */
export class EventLog {
  readonly outbox: WebhookOutbox;

  constructor(
    private readonly state: { events: Slice<Events>; deliveries: Slice<WebhookState> },
    private readonly endpoints: Endpoints,
    private readonly links: Links,
    seal: (event: StoredEvent, endpointId: string) => ReturnType<Sealer>,
  ) {
    this.outbox = new WebhookOutbox(
      state.deliveries,
      ({ eventId, endpointId }) => {
        const event = this.find(eventId);
        return event && this.endpoints.find(endpointId) ? seal(event, endpointId) : Promise.resolve(undefined);
      },
      newId.resource,
    );
  }

  emit({ type, resourceType, resource, at }: NewEvent): void {
    const id = newId.event();
    const address = `/v1/notifications/webhooks-events/${id}`;
    const body = JSON.stringify({
      id,
      event_version: '1.0',
      create_time: new Date(at).toISOString(),
      resource_type: resourceType,
      resource_version: resourceType === 'sale' ? '1.0' : '2.0',
      event_type: type,
      summary: EVENT_TYPES[type],
      resource,
      links: [this.links.to('self', address), this.links.to('resend', `${address}/resend`, 'POST')],
    });
    const event = { id, type, at, body };
    this.state.events.update((events) => {
      events.push(event);
      events.splice(0, Math.max(0, events.length - KEPT_EVENTS));
    });
    this.send(event);
  }

  /** To every endpoint that listens for it, or to one. */
  send({ id: eventId, type: eventType }: StoredEvent, only?: readonly string[]): void {
    const receivers = this.endpoints
      .list()
      .filter((endpoint) => only?.includes(endpoint.id) ?? endpoint.listensFor(eventType));
    this.outbox.enqueue(receivers.map(({ id, url }) => ({ eventId, eventType, endpointId: id, url })));
  }

  find(id: string): StoredEvent | undefined {
    return this.state.events.value.find((event) => event.id === id);
  }

  /** Newest first. */
  list(): StoredEvent[] {
    return this.state.events.value.toReversed();
  }

  reset(): void {
    this.outbox.reset();
    this.state.events.reset();
  }
}
