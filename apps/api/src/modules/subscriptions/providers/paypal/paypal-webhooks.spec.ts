import { expect, jest, test } from '@jest/globals';
import type { ZodType } from 'zod';
import { AppError } from '../../../../platform/errors/app-error.js';
import { PaypalRefusal, type PaypalClient } from './paypal-client.js';
import { PaypalWebhooks } from './paypal-webhooks.js';

const URL = 'https://lumina.example/webhook';
const HEADERS = {
  'paypal-auth-algo': 'algo',
  'paypal-cert-url': 'cert',
  'paypal-transmission-id': 'id',
  'paypal-transmission-sig': 'sig',
  'paypal-transmission-time': 'time',
};
const OURS = { id: 'WH-1', url: URL, event_types: [{ name: '*' }] };
const OTHERS = { id: 'WH-0', url: 'https://other.example/', event_types: [] };
const eventOf = (event_type: string, resource: object) => ({ id: 'E-1', event_type, resource });
const EVENT = eventOf('PAYMENT.SALE.COMPLETED', { id: 'SALE1', billing_agreement_id: 'I-1' });

interface Call {
  path: string;
  method?: string;
  body?: string | { event_types?: object[] };
}

/** A PayPal with these webhooks that judges signatures so. */
function paypal({
  webhooks = [OTHERS, OURS] as object[],
  verdict = 'SUCCESS' as string | Error,
  events = [] as object[],
}) {
  const calls: Call[] = [];
  const answer = (path: string): object => {
    if (path.endsWith('/verify-webhook-signature')) {
      if (verdict instanceof Error) throw verdict;
      return { verification_status: verdict };
    }
    return path.includes('webhooks-events') ? { events } : path.endsWith('/webhooks') ? { webhooks, ...OURS } : OURS;
  };
  const call = async (path: string, schema: ZodType, sent: object = {}) => {
    calls.push({ path, ...sent });
    return schema.parse(answer(path));
  };
  const pages = async (path: string, schema: ZodType) => [await call(path, schema), await call(path, schema)];
  return { webhooks: new PaypalWebhooks({ call, pages } as unknown as PaypalClient, URL), calls };
}
const changes = (calls: Call[]) => calls.filter(({ method }) => method !== undefined);
const read = (world: Parameters<typeof paypal>[0], event: object | string = EVENT, headers: object = HEADERS) =>
  paypal(world).webhooks.read(Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)), { ...headers });

test('a webhook that is missing is created for what we read', async () => {
  const { webhooks, calls } = paypal({ webhooks: [OTHERS] });
  expect(await webhooks.prepare()).toEqual([URL]);
  const [created] = changes(calls);
  expect(created).toMatchObject({ path: '/v1/notifications/webhooks', method: 'POST', body: { url: URL } });
  const { event_types } = created!.body as { event_types: object[] };
  expect(event_types).toContainEqual({ name: 'CUSTOMER.DISPUTE.CREATED' });
  const complete = paypal({ webhooks: [{ ...OURS, event_types }] });
  expect([await complete.webhooks.prepare(), changes(complete.calls)]).toEqual([[], []]);
  const lacking = paypal({ webhooks: [{ ...OURS, event_types: event_types.slice(1) }] });
  expect(await lacking.webhooks.prepare()).toEqual([URL]);
  expect(changes(lacking.calls)).toEqual([
    {
      path: '/v1/notifications/webhooks/WH-1',
      method: 'PATCH',
      body: [{ op: 'replace', path: '/event_types', value: event_types }],
    },
  ]);
});

test('a webhook for everything is left as it is', async () => {
  const { webhooks, calls } = paypal({});
  expect([await webhooks.prepare(), changes(calls)]).toEqual([[], []]);
});

test.each([
  [EVENT, { kind: 'subscription', id: 'I-1' }],
  [
    eventOf('BILLING.SUBSCRIPTION.CANCELLED', { id: 'I-2', billing_agreement_id: 'I-3' }),
    { kind: 'subscription', id: 'I-2' },
  ],
  [eventOf('PAYMENT.SALE.REFUNDED', { id: 'R-1', sale_id: 'SALE2' }), { kind: 'payment', id: 'SALE2' }],
  [eventOf('PAYMENT.SALE.REVERSED', { id: 'SALE3' }), { kind: 'payment', id: 'SALE3' }],
  [
    eventOf('CUSTOMER.DISPUTE.CREATED', { id: 'D-1', disputed_transactions: [{ seller_transaction_id: 'SALE4' }] }),
    { kind: 'payment', id: 'SALE4' },
  ],
  [eventOf('CUSTOMER.DISPUTE.CREATED', { disputed_transactions: [] }), { kind: 'none' }],
  [eventOf('PAYMENT.OTHER', { id: 'X', billing_agreement_id: 'I-1' }), { kind: 'none' }],
])('the event %j is about %j', async (event, subject) => {
  expect(await read({}, event)).toMatchObject({ id: 'E-1', type: event.event_type, subject });
});

test('of its body, only what names it is kept', async () => {
  expect((await read({}, { ...EVENT, create_time: 'then' })).body).toEqual({ created: 'then', object: 'SALE1' });
  expect((await read({}, eventOf('PAYMENT.OTHER', {}))).body).toEqual({ created: null, object: null });
});

test('PayPal judges the bytes as they came, with each part of the signature; the webhook is looked up once', async () => {
  const { webhooks, calls } = paypal({});
  const text = `{ "id": "E-1",\n"event_type":"A", "resource" : {} }`;
  await webhooks.read(Buffer.from(text), HEADERS);
  await webhooks.read(Buffer.from(text), HEADERS);
  expect(calls.filter(({ path }) => path.endsWith('/webhooks'))).toHaveLength(1);
  const judged = calls.find(({ path }) => path.endsWith('/verify-webhook-signature'));
  expect(judged?.body).toBe(
    `{"auth_algo":"algo","cert_url":"cert","transmission_id":"id","transmission_sig":"sig","transmission_time":"time","webhook_id":"WH-1","webhook_event":${text}}`,
  );
});

test.each<[string, Parameters<typeof read>, string]>([
  ['whose signature is wrong', [{ verdict: 'FAILURE' }], 'WEBHOOK_SIGNATURE_INVALID'],
  ['that PayPal does not even judge', [{ verdict: new PaypalRefusal(400, 'X') }], 'WEBHOOK_SIGNATURE_INVALID'],
  ['while PayPal is away', [{ verdict: new AppError('PAYMENT_UNAVAILABLE') }], 'PAYMENT_UNAVAILABLE'],
  ['before the webhook was made', [{ webhooks: [OTHERS] }], 'PAYMENT_UNAVAILABLE'],
  ['without a part', [{}, EVENT, { ...HEADERS, 'paypal-cert-url': undefined }], 'WEBHOOK_SIGNATURE_INVALID'],
  ['with an empty part', [{}, EVENT, { ...HEADERS, 'paypal-cert-url': '' }], 'WEBHOOK_SIGNATURE_INVALID'],
  ['with two of a part', [{}, EVENT, { ...HEADERS, 'paypal-cert-url': ['a'] }], 'WEBHOOK_SIGNATURE_INVALID'],
  ['that is no JSON', [{}, 'no json'], 'WEBHOOK_SIGNATURE_INVALID'],
  ['that is no event', [{}, {}], 'WEBHOOK_SIGNATURE_INVALID'],
])('an event %s is refused', async (_, args, code) => {
  await expect(read(...args)).rejects.toMatchObject({ code });
});

test('after a signature that was wrong, the webhook is looked up again, once a minute: it may have been made anew', async () => {
  const { webhooks, calls } = paypal({ verdict: 'FAILURE' });
  const lookUps = () => calls.filter(({ path }) => path.endsWith('/webhooks')).length;
  const forge = () => expect(webhooks.read(Buffer.from(JSON.stringify(EVENT)), HEADERS)).rejects.toThrow();
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
  for (let tries = 0; tries < 3; tries += 1) await forge();
  expect(lookUps()).toBe(1);
  now.mockReturnValue(1_800_000_060_000);
  for (let tries = 0; tries < 3; tries += 1) await forge();
  expect(lookUps()).toBe(2);
  now.mockRestore();
});

test('many forgeries at once have PayPal judge eight, and the next genuine event is read', async () => {
  const { webhooks, calls } = paypal({});
  const body = Buffer.from(JSON.stringify(EVENT));
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => webhooks.read(body, HEADERS)));
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(42);
  expect(calls.filter(({ path }) => path.endsWith('/verify-webhook-signature'))).toHaveLength(8);
  expect(await webhooks.read(body, HEADERS)).toMatchObject({ id: 'E-1' });
});

test('events since a moment are listed, those of all pages', async () => {
  const { webhooks, calls } = paypal({ events: [EVENT] });
  expect(await webhooks.since(new Date(0))).toMatchObject([{ id: 'E-1' }, { id: 'E-1' }]);
  expect(calls[0]?.path).toBe(
    '/v1/notifications/webhooks-events?start_time=1970-01-01T00%3A00%3A00.000Z&page_size=100',
  );
});
