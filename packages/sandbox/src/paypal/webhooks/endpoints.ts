import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { PaypalError } from '../http/errors.js';
import { newId } from '../ids.js';
import type { Links } from '../links.js';
import { EVENT_TYPES, isEventType } from './event-types.js';

const ALL = '*';
const Endpoint = z.object({ id: z.string(), url: z.string(), eventTypes: z.array(z.string()) });
export type Endpoint = z.infer<typeof Endpoint>;
const Registered = z.array(Endpoint);
type Registered = z.infer<typeof Registered>;
export const endpointSlice: SliceOptions<Registered> = { name: 'paypal-webhooks', schema: Registered, seed: () => [] };

const EventTypes = z.array(z.object({ name: z.string() })).min(1);
export const EndpointBody = z.object({ url: z.string().max(2048), event_types: EventTypes });
export type EndpointBody = z.infer<typeof EndpointBody>;
export const EndpointPatch = z
  .array(
    z.discriminatedUnion('path', [
      z.object({ op: z.literal('replace'), path: z.literal('/url'), value: z.string() }),
      z.object({ op: z.literal('replace'), path: z.literal('/event_types'), value: EventTypes }),
    ]),
  )
  .min(1);

const MAX_ENDPOINTS = 10;

const refuse = (field: string, issue: string) =>
  new PaypalError('VALIDATION_ERROR', [{ field, location: 'body', issue, description: issue }]);

/** The addresses that an application registered for webhooks. */
export class Endpoints {
  constructor(
    private readonly state: Slice<Registered>,
    private readonly links: Links,
  ) {}

  list(): (Endpoint & { listensFor(type: string): boolean })[] {
    return this.state.value.map((endpoint) => ({
      ...endpoint,
      listensFor: (type) => endpoint.eventTypes.includes(ALL) || endpoint.eventTypes.includes(type),
    }));
  }

  find(id: string): Endpoint | undefined {
    return this.state.value.find((endpoint) => endpoint.id === id);
  }

  add({ url, event_types }: EndpointBody): Endpoint {
    this.checkUrl(url);
    if (this.state.value.length >= MAX_ENDPOINTS) throw new PaypalError('WEBHOOK_NUMBER_LIMIT_EXCEEDED');
    const endpoint = { id: newId.resource(), url, eventTypes: checkedTypes(event_types) };
    this.state.update((endpoints) => endpoints.push(endpoint));
    return endpoint;
  }

  change(endpoint: Endpoint, patch: z.infer<typeof EndpointPatch>): void {
    for (const change of patch) {
      if (change.path === '/url') {
        if (change.value !== endpoint.url) this.checkUrl(change.value);
        this.state.update(() => Object.assign(endpoint, { url: change.value }));
      } else {
        this.state.update(() => Object.assign(endpoint, { eventTypes: checkedTypes(change.value) }));
      }
    }
  }

  remove(endpoint: Endpoint): void {
    this.state.update((endpoints) => endpoints.splice(endpoints.indexOf(endpoint), 1));
  }

  present({ id, url, eventTypes }: Endpoint) {
    const path = `/v1/notifications/webhooks/${id}`;
    return {
      id,
      url,
      event_types: eventTypes.map((name) => ({
        name,
        description: isEventType(name) ? EVENT_TYPES[name] : 'ALL',
        status: 'ENABLED',
      })),
      links: [
        this.links.to('self', path),
        this.links.to('update', path, 'PATCH'),
        this.links.to('delete', path, 'DELETE'),
      ],
    };
  }

  reset(): void {
    this.state.reset();
  }

  /** PayPal takes https alone; on this machine http is as good, since nothing leaves it. */
  private checkUrl(url: string): void {
    const parsed = URL.parse(url);
    const isHere = parsed?.protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\]|.*\.local)$/.test(parsed.hostname);
    if (parsed?.protocol !== 'https:' && !isHere) throw refuse('url', 'Not a valid webhook URL');
    if (this.state.value.some((endpoint) => endpoint.url === url)) throw new PaypalError('WEBHOOK_URL_ALREADY_EXISTS');
  }
}

function checkedTypes(types: { name: string }[]): string[] {
  const names = types.map(({ name }) => name);
  const unknown = names.find((name) => name !== ALL && !isEventType(name));
  if (unknown !== undefined) throw refuse('event_types', `Not a valid event type: ${unknown}`);
  return [...new Set(names)];
}
