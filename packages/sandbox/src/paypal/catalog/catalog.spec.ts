import type { PlanCollection } from '@paypal/paypal-server-sdk';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkOf, paypalAccess, paypalClient, refusalOf, type PaypalClient } from '../../../test/paypal.js';
import { monthly, paypalObjects } from '../../../test/paypal-objects.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';
import type { Wire } from '../wire.js';

let sandbox: TestSandbox;
let paypal: PaypalClient;
let objects: ReturnType<typeof paypalObjects>;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  paypal = paypalClient(paypalAccess(sandbox));
  objects = paypalObjects(paypal);
});
afterAll(() => sandbox.dispose());

const PLANS = '/v1/billing/plans';
const planBody = async (changes: object) => ({
  product_id: (await objects.product()).id,
  name: 'pro',
  billing_cycles: [monthly()],
  payment_preferences: {},
  ...changes,
});

describe('a plan', () => {
  it('is told short unless the whole is asked for', async () => {
    const body = await planBody({});
    const brief = await paypal.post(PLANS, body);
    const whole = await paypal.post(PLANS, body, { prefer: 'return=representation' });

    expect([brief.status, whole.status]).toEqual([201, 201]);
    expect(brief.body['billing_cycles']).toBeUndefined();
    expect(whole.body).toMatchObject({
      status: 'ACTIVE',
      billing_cycles: [{ pricing_scheme: { fixed_price: { currency_code: 'USD', value: '9.90' } } }],
    });
    expect((await paypal.call(`${PLANS}/${String(whole.body['id'])}`)).body).toEqual(whole.body);
  });

  it('is found by listing its product’s plans, page by page', async () => {
    const { id: productId } = await objects.product();
    for (const name of ['a', 'b', 'c']) await objects.plan({ product_id: productId, name });
    const list = (query: string) =>
      paypal.call<Wire<PlanCollection>>(`${PLANS}?product_id=${productId}&page_size=2&${query}`);

    const { body: first } = await list('total_required=true');
    const { body: second } = await paypal.call<Wire<PlanCollection>>(
      linkOf(first, 'next').replace(paypalAccess(sandbox).url, ''),
    );

    expect(first).toMatchObject({ total_items: 3, total_pages: 2 });
    expect([...(first.plans ?? []), ...(second.plans ?? [])].map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    expect(linkOf(second, 'next')).toBe('');
    expect(refusalOf(await list('page=0'))).toMatchObject({ status: 400, issue: 'INVALID_PARAMETER_VALUE' });
  });

  it('is switched off and on', async () => {
    const { id } = await objects.plan();
    const press = async (action: string) => (await paypal.post(`${PLANS}/${id}/${action}`)).status;

    expect([await press('deactivate'), await press('deactivate'), await press('activate')]).toEqual([204, 422, 204]);
  });

  it.each([
    [{ product_id: 'PROD-UNKNOWN' }, 404, 'INVALID_RESOURCE_ID'],
    [{ billing_cycles: [] }, 400, 'INVALID_ARRAY_MIN_ITEMS'],
    [{ billing_cycles: [{ ...monthly(), sequence: 2 }] }, 422, 'INVALID_BILLING_CYCLE_SEQUENCE'],
    [{ billing_cycles: [{ ...monthly(), tenure_type: 'TRIAL' }] }, 422, 'INVALID_BILLING_CYCLE_SEQUENCE'],
    [{ billing_cycles: [{ ...monthly(), tenure_type: 'FOREVER' }] }, 400, 'INVALID_PARAMETER_VALUE'],
    [{ billing_cycles: [monthly('-1')] }, 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [{ payment_preferences: undefined }, 400, 'MISSING_REQUIRED_PARAMETER'],
  ])('is refused with %j', async (changes, status, issue) => {
    expect(refusalOf(await paypal.post(PLANS, await planBody(changes)))).toMatchObject({ status, issue });
  });
});

describe('a product', () => {
  it('is made with an id of one’s own or of PayPal’s, and read again', async () => {
    const own = await paypal.post('/v1/catalogs/products', { id: 'LUMINA-1', name: 'Lumina', type: 'SERVICE' });
    expect(own.body).toMatchObject({ id: 'LUMINA-1' });
    expect((await objects.product()).id).toMatch(/^PROD-/);

    expect((await paypal.call('/v1/catalogs/products/LUMINA-1')).body).toMatchObject({ type: 'SERVICE' });
    expect((await paypal.call('/v1/catalogs/products/LUMINA-2')).status).toBe(404);
  });
});
