import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { paypalAccess, paypalClient, refusalOf, type PaypalClient } from '../../../test/paypal.js';
import { paypalObjects } from '../../../test/paypal-objects.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';

let sandbox: TestSandbox;
let paypal: PaypalClient;
let objects: ReturnType<typeof paypalObjects>;
let saleId: string;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  paypal = paypalClient(paypalAccess(sandbox));
  objects = paypalObjects(paypal);
  await sandbox.control('paypal', { firstPaymentDelayMs: 0 });
});
beforeEach(async () => {
  const id = await objects.activeSubscription((await objects.plan()).id);
  saleId = (await objects.transactions(id))[0]?.id ?? '';
});
afterAll(() => sandbox.dispose());

const open = async (transactionId: string) =>
  ((await sandbox.control('paypal/disputes', { transactionId })) as { dispute_id: string }).dispute_id;
const resolve = (id: string, outcome: string) => sandbox.control(`paypal/disputes/${id}/resolve`, { outcome });
const newestEvents = async (count: number) =>
  ((await sandbox.control('paypal/events')) as { event_type: string; resource: object }[]).slice(0, count);
const saleState = async () => (await paypal.call(`/v1/payments/sale/${saleId}`)).body['state'];

describe('a dispute', () => {
  it('that the buyer wins takes the payment back', async () => {
    const id = await open(saleId);
    expect((await paypal.call(`/v1/customer/disputes/${id}`)).body).toMatchObject({
      status: 'OPEN',
      disputed_transactions: [{ seller_transaction_id: saleId, custom: 'payment-1' }],
      dispute_amount: { value: '9.90' },
    });

    await resolve(id, 'RESOLVED_BUYER_FAVOUR');

    expect(await saleState()).toBe('reversed');
    expect(await newestEvents(3)).toMatchObject([
      { event_type: 'CUSTOMER.DISPUTE.RESOLVED', resource: { dispute_id: id, status: 'RESOLVED' } },
      { event_type: 'PAYMENT.SALE.REVERSED', resource: { id: saleId, amount: { total: '-9.90' } } },
      { event_type: 'CUSTOMER.DISPUTE.CREATED', resource: { dispute_id: id } },
    ]);
  });

  it('that the seller wins leaves the payment', async () => {
    await resolve(await open(saleId), 'RESOLVED_SELLER_FAVOUR');

    expect(await saleState()).toBe('completed');
  });

  it('can be given up by the application, once', async () => {
    const id = await open(saleId);
    const accept = () => paypal.post(`/v1/customer/disputes/${id}/accept-claim`, { note: 'Returned' });

    expect((await accept()).status).toBe(200);

    expect(await saleState()).toBe('reversed');
    expect(refusalOf(await accept())).toMatchObject({ status: 422, issue: 'DISPUTE_ALREADY_RESOLVED' });
  });

  it('allows no refund of a part while it is open', async () => {
    await open(saleId);

    const part = { amount: { currency_code: 'USD', value: '1.00' } };
    const answer = await paypal.post(`/v2/payments/captures/${saleId}/refund`, part);

    expect(refusalOf(answer)).toMatchObject({ issue: 'CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED' });
  });

  it('reverses the capture of an order too, and is listed by its transaction', async () => {
    const { captureId } = await objects.paidOrder();
    const id = await open(captureId);

    await resolve(id, 'RESOLVED_BUYER_FAVOUR');

    expect((await newestEvents(2))[1]).toMatchObject({
      event_type: 'PAYMENT.CAPTURE.REVERSED',
      resource: { id: captureId },
    });
    const list = await paypal.call(`/v1/customer/disputes?disputed_transaction_id=${captureId}`);
    expect(list.body).toMatchObject({ items: [{ dispute_id: id }] });
  });
});
