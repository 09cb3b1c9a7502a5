import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { paypalAccess, paypalClient, refusalOf, type PaypalClient } from '../../../test/paypal.js';
import { paypalObjects } from '../../../test/paypal-objects.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';

let sandbox: TestSandbox;
let paypal: PaypalClient;
let objects: ReturnType<typeof paypalObjects>;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  paypal = paypalClient(paypalAccess(sandbox));
  objects = paypalObjects(paypal);
  await sandbox.control('paypal', { firstPaymentDelayMs: 0 });
});
afterAll(() => sandbox.dispose());

const usd = (value: string) => ({ amount: { currency_code: 'USD', value } });
const refund = (id: string, body: object = {}) => paypal.post(`/v2/payments/captures/${id}/refund`, body);
const captureOf = async (id: string) => (await paypal.call(`/v2/payments/captures/${id}`)).body;
const saleOfNewSubscription = async () => {
  const id = await objects.activeSubscription((await objects.plan()).id);
  const [sale] = await objects.transactions(id);
  return { subscriptionId: id, saleId: sale?.id ?? '' };
};

describe('a refund of an order', () => {
  it('returns parts, and never more than was paid', async () => {
    const { captureId } = await objects.paidOrder();
    const part = await paypal.post(`/v2/payments/captures/${captureId}/refund`, usd('4.00'), {
      prefer: 'return=representation',
    });
    expect(part).toMatchObject({ status: 201, body: { status: 'COMPLETED', amount: { value: '4.00' } } });
    expect(await captureOf(captureId)).toMatchObject({ status: 'PARTIALLY_REFUNDED' });
    expect(refusalOf(await refund(captureId, usd('5.91')))).toMatchObject({ issue: 'REFUND_AMOUNT_EXCEEDED' });

    const rest = await refund(captureId);

    const { body } = await paypal.call(`/v2/payments/refunds/${String(rest.body['id'])}`);
    expect(body).toMatchObject({
      amount: { value: '5.90' },
      seller_payable_breakdown: { total_refunded_amount: { value: '9.90' } },
    });
    expect(await captureOf(captureId)).toMatchObject({ status: 'REFUNDED' });
    expect(refusalOf(await refund(captureId))).toMatchObject({ issue: 'CAPTURE_FULLY_REFUNDED' });
  });

  it('needs money that has arrived', async () => {
    const { captureId } = await objects.paidOrder({ funding: 'echeck' });

    expect(refusalOf(await refund(captureId))).toMatchObject({ status: 422, issue: 'PENDING_CAPTURE' });
  });

  it.each([
    [usd('0.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [{ amount: { currency_code: 'EUR', value: '1.00' } }, 'REFUND_CURRENCY_MISMATCH'],
    [{ amount: { value: '1.00' } }, 'MISSING_REQUIRED_PARAMETER'],
  ])('is refused with %j', async (body, issue) => {
    const { captureId } = await objects.paidOrder();

    expect(refusalOf(await refund(captureId, body))).toMatchObject({ issue });
  });
});

describe('a refund of a subscription’s payment', () => {
  it('goes by the sale or, with the same id, by the capture', async () => {
    const { subscriptionId, saleId } = await saleOfNewSubscription();
    const bySale = await paypal.post(`/v1/payments/sale/${saleId}/refund`, {
      amount: { total: '1.90', currency: 'USD' },
    });
    expect(bySale).toMatchObject({ status: 201, body: { sale_id: saleId, total_refunded_amount: { value: '1.90' } } });

    expect((await refund(saleId)).status).toBe(201);

    expect((await paypal.call(`/v1/payments/sale/${saleId}`)).body).toMatchObject({
      state: 'refunded',
      billing_agreement_id: subscriptionId,
    });
    expect(await objects.transactions(subscriptionId)).toMatchObject([{ status: 'REFUNDED' }]);
    expect(await objects.subscription(subscriptionId)).toMatchObject({ status: 'ACTIVE' });
  });

  it('ends 180 days after the payment', async () => {
    const { saleId } = await saleOfNewSubscription();
    await sandbox.control('clock/advance', { ms: 181 * 86_400_000 });

    expect(refusalOf(await refund(saleId))).toMatchObject({ issue: 'REFUND_TIME_LIMIT_EXCEEDED' });
  });
});

it('nothing is refunded while the account has no money', async () => {
  const { captureId } = await objects.paidOrder();
  await sandbox.control('paypal', { isOutOfMoney: true });
  expect(refusalOf(await refund(captureId))).toMatchObject({ issue: 'REFUND_FAILED_INSUFFICIENT_FUNDS' });
  await sandbox.control('paypal', { isOutOfMoney: false });
  expect(await refund(captureId)).toMatchObject({ status: 201 });
});
