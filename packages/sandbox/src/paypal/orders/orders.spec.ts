import type { Order, PaymentAuthorization } from '@paypal/paypal-server-sdk';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkOf, paypalAccess, paypalClient, refusalOf, type PaypalClient } from '../../../test/paypal.js';
import { orderBody, paypalObjects, RETURN_URL } from '../../../test/paypal-objects.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';
import { approveAtPaypal } from '../pages/visit.js';
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

const ORDERS = '/v2/checkout/orders';
const capture = (id: string) => paypal.post<Wire<Order>>(`${ORDERS}/${id}/capture`);
const read = async (id: string) => (await paypal.call<Wire<Order>>(`${ORDERS}/${id}`)).body;

describe('an order', () => {
  it('is paid by approval and capture', async () => {
    const order = await objects.order();
    expect(order).toMatchObject({ status: 'CREATED' });
    const returned = new URL(await approveAtPaypal(linkOf(order, 'approve'), { email: 'lin@example.com' }));
    expect(returned.origin + returned.pathname).toBe(RETURN_URL);
    expect(Object.fromEntries(returned.searchParams)).toEqual({ token: order.id, PayerID: expect.any(String) });
    expect(await read(order.id)).toMatchObject({
      status: 'APPROVED',
      payer: { email_address: 'lin@example.com', payer_id: returned.searchParams.get('PayerID') },
    });

    const { status, body } = await capture(order.id);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      purchase_units: [
        {
          reference_id: 'default',
          payments: {
            captures: [
              {
                status: 'COMPLETED',
                amount: { currency_code: 'USD', value: '9.90' },
                custom_id: 'payment-1',
                seller_receivable_breakdown: { paypal_fee: { value: '0.84' }, net_amount: { value: '9.06' } },
              },
            ],
          },
        },
      ],
    });
    expect(await read(order.id)).toEqual(body);
  });

  it('asks for the person by another link and state where it names how it is paid', async () => {
    const body = orderBody({ payment_source: { paypal: { experience_context: { return_url: RETURN_URL } } } });
    expect(refusalOf(await paypal.post(ORDERS, body))).toMatchObject({ issue: 'PAYPAL_REQUEST_ID_REQUIRED' });

    const { body: order } = await paypal.post<Wire<Order>>(ORDERS, body, { 'paypal-request-id': 'with-source' });

    expect(order.status).toBe('PAYER_ACTION_REQUIRED');
    expect(await approveAtPaypal(linkOf(order, 'payer-action'))).toContain(RETURN_URL);
  });

  it.each([
    ['card_declined', 'INSTRUMENT_DECLINED'],
    ['refused', 'TRANSACTION_REFUSED'],
    ['account_restricted', 'PAYER_ACCOUNT_RESTRICTED'],
  ])('paid by %s fails with %s, and succeeds when the person chooses anew', async (funding, issue) => {
    const order = await objects.order();
    await approveAtPaypal(linkOf(order, 'approve'), { funding });
    const declined = await capture(order.id);
    expect(refusalOf(declined)).toEqual({ status: 422, name: 'UNPROCESSABLE_ENTITY', issue });

    await approveAtPaypal(linkOf(declined.body, 'redirect'), { funding: 'card' });

    expect((await capture(order.id)).status).toBe(201);
  });

  it('paid by a bank account is pending for three days', async () => {
    const { captureId, capture: made } = await objects.paidOrder({ funding: 'echeck' });
    expect(made).toMatchObject({ status: 'PENDING', status_details: { reason: 'ECHECK' } });

    await sandbox.control('clock/advance', { ms: 3 * 86_400_000 });

    expect((await paypal.call(`/v2/payments/captures/${captureId}`)).body).toMatchObject({ status: 'COMPLETED' });
  });

  it.each([
    [{ intent: undefined }, 'MISSING_REQUIRED_PARAMETER', 400],
    [{ intent: 'BUY' }, 'INVALID_PARAMETER_VALUE', 400],
    [{ purchase_units: [] }, 'INVALID_ARRAY_MIN_ITEMS', 400],
    [{ purchase_units: [{ amount: { currency_code: 'USD', value: 9.9 } }] }, 'INVALID_PARAMETER_SYNTAX', 400],
    [{ purchase_units: [{ amount: { currency_code: 'USD', value: '9.905' } }] }, 'DECIMAL_PRECISION', 422],
    [{ purchase_units: [{ amount: { currency_code: 'USD', value: '0.00' } }] }, 'CANNOT_BE_ZERO_OR_NEGATIVE', 422],
    [{ purchase_units: [{ amount: { currency_code: 'XAU', value: '1.00' } }] }, 'CURRENCY_NOT_SUPPORTED', 422],
  ])('is refused with %j: %s', async (changes, issue, status) => {
    expect(refusalOf(await paypal.post(ORDERS, orderBody(changes)))).toMatchObject({ status, issue });
  });
});

describe('an authorization', () => {
  const authorized = async () => {
    const order = await objects.order({ intent: 'AUTHORIZE' });
    await approveAtPaypal(linkOf(order, 'approve'));
    expect(refusalOf(await capture(order.id))).toMatchObject({ issue: 'ACTION_DOES_NOT_MATCH_INTENT' });
    const { body } = await paypal.post<Wire<Order>>(`${ORDERS}/${order.id}/authorize`);
    return body.purchase_units?.[0]?.payments?.authorizations?.[0]?.id ?? '';
  };
  const take = (id: string, value: string) =>
    paypal.post(`/v2/payments/authorizations/${id}/capture`, { amount: { currency_code: 'USD', value } });
  const state = async (id: string) =>
    (await paypal.call<Wire<PaymentAuthorization>>(`/v2/payments/authorizations/${id}`)).body.status;

  it('is taken in parts, and never more than it holds', async () => {
    const id = await authorized();
    expect((await take(id, '4.90')).status).toBe(201);
    expect(await state(id)).toBe('PARTIALLY_CAPTURED');
    expect(refusalOf(await take(id, '5.01'))).toMatchObject({ issue: 'MAX_CAPTURE_AMOUNT_EXCEEDED' });
    expect((await take(id, '5.00')).status).toBe(201);

    expect(await state(id)).toBe('CAPTURED');
    expect(refusalOf(await take(id, '0.01'))).toMatchObject({ issue: 'AUTHORIZATION_ALREADY_CAPTURED' });
  });

  it('that is voided is not taken', async () => {
    const id = await authorized();

    expect((await paypal.post(`/v2/payments/authorizations/${id}/void`)).status).toBe(204);
    expect(refusalOf(await take(id, '1.00'))).toMatchObject({ issue: 'AUTHORIZATION_VOIDED' });
  });
});
