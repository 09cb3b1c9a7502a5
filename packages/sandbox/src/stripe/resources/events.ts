import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { noSuch } from '../api/errors.js';
import { isWithin, pageOf } from '../api/list.js';
import {
  address,
  flag,
  listParams,
  mergeMetadata,
  metadata,
  params,
  range,
  removableText,
  text,
} from '../api/params.js';
import { API_VERSION, type StripeAccount } from '../store/account.js';
import { newId, randomAlphanumeric } from '../store/ids.js';
import type { Stored } from '../store/wire.js';

type Endpoint = Stored<'webhook_endpoint'>;

const events = z.array(text).min(1);
const CreateParams = params({
  api_version: text.optional(),
  connect: flag.optional(),
  description: text.optional(),
  enabled_events: events,
  metadata: metadata.optional(),
  url: address,
});
const UpdateParams = params({
  description: removableText.optional(),
  disabled: flag.optional(),
  enabled_events: events.optional(),
  metadata: metadata.optional(),
  url: address.optional(),
});

export const eventCalls: Call[] = [
  defineCall(
    'get',
    '/v1/events',
    listParams({
      created: range.optional(),
      delivery_success: flag.optional(),
      type: text.optional(),
      types: z.array(text).max(20).optional(),
    }),
    ({ account, params: given }) => {
      const found = account.objects
        .list('event')
        .filter(
          ({ type, created }) =>
            fits(type, given.type) &&
            (given.types?.some((name) => fits(type, name)) ?? true) &&
            isWithin(created, given.created),
        );
      return pageOf('/v1/events', found, given);
    },
  ),
  defineCall('get', '/v1/events/:id', params({}), ({ account, id }) => {
    const event = account.objects.find('event', id());
    if (!event) throw noSuch('event', id());
    return event;
  }),
];

/** `invoice.*` stands for every event of invoices. */
const fits = (type: string, wanted: string | undefined): boolean =>
  wanted === undefined || type === wanted || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1)));

export const webhookEndpointCalls: Call[] = [
  defineCall('post', '/v1/webhook_endpoints', CreateParams, ({ account, params: given }) => {
    const secret = `whsec_${randomAlphanumeric(32)}`;
    const endpoint = account.create('webhook_endpoint', {
      id: newId('we'),
      object: 'webhook_endpoint',
      api_version: given.api_version ?? API_VERSION,
      application: null,
      created: account.now(),
      description: given.description ?? null,
      enabled_events: given.enabled_events,
      livemode: false,
      metadata: mergeMetadata({}, given.metadata),
      secret,
      status: 'enabled',
      url: given.url,
    });
    return endpoint;
  }),
  defineCall('get', '/v1/webhook_endpoints', listParams({}), ({ account, params: given }) =>
    pageOf('/v1/webhook_endpoints', account.objects.list('webhook_endpoint').map(withoutSecret), given),
  ),
  defineCall('get', '/v1/webhook_endpoints/:id', params({}), ({ account, id }) =>
    withoutSecret(findEndpoint(account, id())),
  ),
  defineCall('post', '/v1/webhook_endpoints/:id', UpdateParams, ({ account, params: given, id }) => {
    const endpoint = findEndpoint(account, id());
    const changed = account.update('webhook_endpoint', endpoint.id, {
      ...(given.description !== undefined && { description: given.description }),
      ...(given.disabled !== undefined && { status: given.disabled ? 'disabled' : 'enabled' }),
      ...(given.enabled_events !== undefined && { enabled_events: given.enabled_events }),
      ...(given.url !== undefined && { url: given.url }),
      metadata: mergeMetadata(endpoint.metadata, given.metadata),
    });
    return withoutSecret(changed);
  }),
  defineCall('delete', '/v1/webhook_endpoints/:id', params({}), ({ account, id }) => {
    const endpoint = findEndpoint(account, id());
    account.objects.remove('webhook_endpoint', endpoint.id);
    return { id: endpoint.id, object: 'webhook_endpoint', deleted: true };
  }),
];

function findEndpoint(account: StripeAccount, id: string): Endpoint {
  const endpoint = account.objects.find('webhook_endpoint', id);
  if (!endpoint) throw noSuch('webhook_endpoint', id);
  return endpoint;
}

/** The secret is told once, when the endpoint is created. */
function withoutSecret(endpoint: Endpoint): Endpoint {
  const shown = { ...endpoint };
  delete shown.secret;
  return shown;
}
