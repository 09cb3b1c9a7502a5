import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import type { WebhookEnvelope } from '../../kit/webhook-delivery.js';
import { readBody } from '../http/body.js';
import { PaypalError } from '../http/errors.js';
import type { Links } from '../links.js';
import type { SigningKeys } from './certificate.js';
import { EndpointBody, EndpointPatch, type Endpoint, type Endpoints } from './endpoints.js';
import { EVENT_TYPES } from './event-types.js';
import type { EventLog, StoredEvent } from './events.js';
import { rawMember } from './raw-member.js';
import { AUTH_ALGO, isSignatureGood, signTransmission } from './signature.js';

export interface WebhookParts {
  endpoints: Endpoints;
  events: EventLog;
  links: Links;
  keys: SigningKeys;
}

const PREFIX = '/v1/notifications';
/** A page may hold less than was asked for. */
const MAX_PAGE_SIZE = 20;
export const CERTIFICATE_PATH = `${PREFIX}/certs/CERT-360caa42-fca2a594-a5cafa77`;

/** Puts an event into the envelope of one transmission. */
export async function sealEvent(
  { keys, links }: Pick<WebhookParts, 'keys' | 'links'>,
  { body }: StoredEvent,
  webhookId: string,
): Promise<WebhookEnvelope> {
  const { privateKey } = await keys.signer();
  const transmission = { id: randomUUID(), time: `${new Date().toISOString().slice(0, 19)}Z`, webhookId, body };
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'PayPal/AUHD-1.0-1',
      'paypal-auth-algo': AUTH_ALGO,
      'paypal-auth-version': 'v2',
      'paypal-cert-url': links.urlOf(CERTIFICATE_PATH),
      'paypal-transmission-id': transmission.id,
      'paypal-transmission-time': transmission.time,
      'paypal-transmission-sig': signTransmission(transmission, privateKey),
    },
  };
}

const VerifyBody = z.object({
  auth_algo: z.string().max(100),
  cert_url: z.string().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.string().max(100),
  webhook_id: z.string().max(50),
  webhook_event: z.looseObject({}),
});
const ResendBody = z.object({ webhook_ids: z.array(z.string()).optional() });
const RULES = { errorName: 'VALIDATION_ERROR' } as const;

export function webhookRoutes(parts: WebhookParts): SandboxApp {
  const { endpoints, links } = parts;
  const app = new Hono<SandboxEnv>();
  const endpointOf = (c: SandboxContext): Endpoint => {
    const endpoint = endpoints.find(c.req.param('id') ?? '');
    if (!endpoint) throw new PaypalError('INVALID_RESOURCE_ID');
    return endpoint;
  };
  app.post(`${PREFIX}/webhooks`, async (c) =>
    c.json(endpoints.present(endpoints.add(await readBody(c, EndpointBody, RULES))), 201),
  );
  app.get(`${PREFIX}/webhooks`, (c) => c.json({ webhooks: endpoints.list().map((one) => endpoints.present(one)) }));
  app.get(`${PREFIX}/webhooks/:id`, (c) => c.json(endpoints.present(endpointOf(c))));
  app.patch(`${PREFIX}/webhooks/:id`, async (c) => {
    const endpoint = endpointOf(c);
    endpoints.change(endpoint, await readBody(c, EndpointPatch, RULES));
    return c.json(endpoints.present(endpoint));
  });
  app.delete(`${PREFIX}/webhooks/:id`, (c) => {
    endpoints.remove(endpointOf(c));
    return c.body(null, 204);
  });
  app.get(`${PREFIX}/webhooks-event-types`, (c) =>
    c.json({
      event_types: Object.entries(EVENT_TYPES).map(([name, description]) => ({ name, description, status: 'ENABLED' })),
      links: [links.to('self', `${PREFIX}/webhooks-event-types`)],
    }),
  );
  app.post(`${PREFIX}/verify-webhook-signature`, async (c) => c.json(await verify(c, parts)));
  eventRoutes(app, parts);
  return app;
}

function eventRoutes(app: SandboxApp, { events, links }: WebhookParts): void {
  const eventOf = (c: SandboxContext): StoredEvent => {
    const event = events.find(c.req.param('id') ?? '');
    if (!event) throw new PaypalError('INVALID_RESOURCE_ID');
    return event;
  };
  app.get(`${PREFIX}/webhooks-events`, (c) => {
    const { event_type: type, page_size: size, start_time: from, end_time: to, transaction_id: id } = c.req.query();
    const found = events
      .list()
      .filter((event) => type === undefined || event.type === type)
      .filter(({ at }) => (from === undefined || at >= Date.parse(from)) && (to === undefined || at <= Date.parse(to)))
      .filter(({ body }) => id === undefined || isAboutTransaction(body, id));
    const start = Number(c.req.query('offset')) || 0;
    const end = start + Math.min(Number(size) || 10, MAX_PAGE_SIZE);
    const shown = found.slice(start, end);
    const pageAt = (rel: string, offset: number) => {
      const query = new URLSearchParams({ ...c.req.query(), offset: String(offset) });
      return links.to(rel, `${PREFIX}/webhooks-events?${query.toString()}`);
    };
    return c.json({
      events: shown.map(({ body }) => JSON.parse(body) as unknown),
      count: shown.length,
      links: [pageAt('self', start), ...(end < found.length ? [pageAt('next', end)] : [])],
    });
  });
  app.get(`${PREFIX}/webhooks-events/:id`, (c) => c.body(eventOf(c).body, 200, { 'content-type': 'application/json' }));
  app.post(`${PREFIX}/webhooks-events/:id/resend`, async (c) => {
    const event = eventOf(c);
    events.send(event, (await readBody(c, ResendBody, { mayBeEmpty: true })).webhook_ids);
    return c.body(event.body, 202, { 'content-type': 'application/json' });
  });
}

function isAboutTransaction(body: string, id: string): boolean {
  const { resource } = JSON.parse(body) as { resource: { id?: string; sale_id?: string } };
  return resource.id === id || resource.sale_id === id;
}

async function verify(c: SandboxContext, { endpoints, links, keys }: WebhookParts) {
  const body = await readBody(c, VerifyBody, RULES);
  const endpoint = endpoints.find(body.webhook_id);
  const transmission = {
    id: body.transmission_id,
    time: body.transmission_time,
    webhookId: body.webhook_id,
    body: rawMember(await c.req.text(), 'webhook_event') ?? '',
  };
  const { publicKey } = await keys.signer();
  const isGood =
    endpoint !== undefined &&
    body.auth_algo === AUTH_ALGO &&
    body.cert_url === links.urlOf(CERTIFICATE_PATH) &&
    isSignatureGood(transmission, body.transmission_sig, publicKey);
  return { verification_status: isGood ? 'SUCCESS' : 'FAILURE' };
}
