import type { ModifySubscriptionResponse } from '@paypal/paypal-server-sdk';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkOf, paypalAccess, paypalClient, refusalOf, type PaypalClient } from '../../../test/paypal.js';
import { CANCEL_URL, monthly, paypalObjects, RETURN_URL } from '../../../test/paypal-objects.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';
import { approveAtPaypal, cancelAtPaypal } from '../pages/visit.js';
import type { Wire } from '../wire.js';

let sandbox: TestSandbox;
let paypal: PaypalClient;
let objects: ReturnType<typeof paypalObjects>;
let plan: { id: string; product_id?: string };

const SUBSCRIPTIONS = '/v1/billing/subscriptions';
const act = (id: string, action: string, body: object = { reason: 'A test' }) =>
  paypal.post(`${SUBSCRIPTIONS}/${id}/${action}`, body);

beforeAll(async () => {
  sandbox = await startTestSandbox();
  paypal = paypalClient(paypalAccess(sandbox));
  objects = paypalObjects(paypal);
  await sandbox.control('paypal', { firstPaymentDelayMs: 0 });
  plan = await objects.plan();
});
afterAll(() => sandbox.dispose());

describe('a subscription', () => {
  it('is active after consent, and its payment is a completed transaction', async () => {
    const created = await objects.subscribe(plan.id);
    expect(created).toMatchObject({ status: 'APPROVAL_PENDING' });
    const pending = await objects.subscription(created.id);
    expect(pending.billing_info).toBeUndefined();

    const returned = new URL(await approveAtPaypal(linkOf(created, 'approve'), { email: 'lin@example.com' }));

    expect(returned.origin + returned.pathname).toBe(RETURN_URL);
    expect(returned.searchParams.get('subscription_id')).toBe(created.id);
    expect(returned.searchParams.get('ba_token')).toMatch(/^BA-/);
    expect(await objects.subscription(created.id)).toMatchObject({
      status: 'ACTIVE',
      plan_id: plan.id,
      custom_id: 'payment-1',
      subscriber: { email_address: 'lin@example.com' },
      billing_info: {
        outstanding_balance: { value: '0.00' },
        cycle_executions: [{ cycles_completed: 1, total_cycles: 0 }],
        last_payment: { amount: { currency_code: 'USD', value: '9.90' } },
        failed_payments_count: 0,
      },
    });
    expect(await objects.transactions(created.id)).toMatchObject([
      {
        status: 'COMPLETED',
        amount_with_breakdown: { gross_amount: { value: '9.90' } },
        payer_email: 'lin@example.com',
      },
    ]);
  });

  it('is active before it is paid', async () => {
    await sandbox.control('paypal', { firstPaymentDelayMs: 600_000 });
    const id = await objects.activeSubscription(plan.id);
    await sandbox.control('paypal', { firstPaymentDelayMs: 0 });

    const { status, billing_info: billing, start_time: start } = await objects.subscription(id);
    expect(status).toBe('ACTIVE');
    expect(billing?.last_payment).toBeUndefined();
    expect(billing?.next_billing_time).toBe(start);
    expect(await objects.transactions(id)).toEqual([]);
  });

  it('stays as it is when the person goes back, who may agree later', async () => {
    const created = await objects.subscribe(plan.id);

    const returned = await cancelAtPaypal(linkOf(created, 'approve'));

    expect(returned).toContain(`${CANCEL_URL}?subscription_id=${created.id}`);
    expect(await objects.subscription(created.id)).toMatchObject({ status: 'APPROVAL_PENDING' });
    expect(await approveAtPaypal(linkOf(created, 'approve'))).toContain(RETURN_URL);
  });

  it('is agreed to once: its page ends with the consent', async () => {
    const created = await objects.subscribe(plan.id);
    await approveAtPaypal(linkOf(created, 'approve'));

    await expect(approveAtPaypal(linkOf(created, 'approve'))).rejects.toThrow('404');
  });

  it('with user_action CONTINUE waits for the application after the consent', async () => {
    const body = objects.subscriptionBody(plan.id);
    const context = { ...body.application_context, user_action: 'CONTINUE' };
    const created = await objects.subscribe(plan.id, { application_context: context });
    await approveAtPaypal(linkOf(created, 'approve'));
    expect(await objects.subscription(created.id)).toMatchObject({ status: 'APPROVED' });

    expect((await act(created.id, 'activate')).status).toBe(204);

    expect(await objects.subscription(created.id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('is suspended, activated and cancelled, each only where it fits', async () => {
    const pending = (await objects.subscribe(plan.id)).id;
    const invalid = { status: 422, issue: 'SUBSCRIPTION_STATUS_INVALID' };
    for (const action of ['suspend', 'activate', 'cancel']) {
      expect(refusalOf(await act(pending, action))).toMatchObject(invalid);
    }
    const id = await objects.activeSubscription(plan.id);
    expect(refusalOf(await act(id, 'activate'))).toMatchObject(invalid);

    expect((await act(id, 'suspend')).status).toBe(204);
    expect(await objects.subscription(id)).toMatchObject({ status: 'SUSPENDED', status_change_note: 'A test' });
    expect(refusalOf(await act(id, 'suspend'))).toMatchObject(invalid);
    expect((await act(id, 'activate')).status).toBe(204);
    expect((await act(id, 'cancel')).status).toBe(204);

    expect(await objects.subscription(id)).toMatchObject({ status: 'CANCELLED' });
    for (const action of ['suspend', 'activate', 'cancel']) {
      expect(refusalOf(await act(id, action))).toMatchObject(invalid);
    }
  });

  it('needs a reason to be suspended or cancelled', async () => {
    const id = await objects.activeSubscription(plan.id);

    expect(refusalOf(await act(id, 'cancel', {}))).toMatchObject({ status: 400, issue: 'MISSING_REQUIRED_PARAMETER' });
    const long = { reason: 'x'.repeat(129) };
    expect(refusalOf(await act(id, 'suspend', long))).toMatchObject({ issue: 'INVALID_STRING_MAX_LENGTH' });
  });

  it.each([
    [{ plan_id: undefined }, 400, 'MISSING_REQUIRED_PARAMETER'],
    [{ plan_id: 'P-UNKNOWN' }, 404, 'INVALID_RESOURCE_ID'],
    [{ application_context: undefined }, 400, 'MISSING_REQUIRED_PARAMETER'],
    [{ application_context: { return_url: '/success', cancel_url: CANCEL_URL } }, 400, 'INVALID_PARAMETER_SYNTAX'],
    [{ custom_id: 'x'.repeat(128) }, 400, 'INVALID_STRING_MAX_LENGTH'],
    [{ quantity: 1 }, 400, 'INVALID_PARAMETER_SYNTAX'],
    [{ start_time: '2020-01-01T00:00:00Z' }, 400, 'INVALID_PARAMETER_VALUE'],
  ])('is refused with %j', async (changes, status, issue) => {
    const answer = await paypal.post(SUBSCRIPTIONS, objects.subscriptionBody(plan.id, changes));

    expect(refusalOf(answer)).toMatchObject({ status, issue });
  });

  it('is not made for a plan that was deactivated', async () => {
    const ended = await objects.plan();
    await paypal.post(`/v1/billing/plans/${ended.id}/deactivate`);

    const answer = await paypal.post(SUBSCRIPTIONS, objects.subscriptionBody(ended.id));

    expect(refusalOf(answer)).toMatchObject({ status: 422, issue: 'INVALID_PLAN_STATUS' });
  });

  it('tells its transactions only for a stated time', async () => {
    const id = await objects.activeSubscription(plan.id);

    const answer = await paypal.call(`${SUBSCRIPTIONS}/${id}/transactions`);

    expect(refusalOf(answer)).toMatchObject({ status: 400, issue: 'MISSING_REQUIRED_PARAMETER' });
  });
});

describe('a revision', () => {
  const revise = (id: string, planId: string) =>
    paypal.post<Wire<ModifySubscriptionResponse>>(`${SUBSCRIPTIONS}/${id}/revise`, {
      plan_id: planId,
      application_context: { return_url: RETURN_URL, cancel_url: CANCEL_URL },
    });

  it('changes nothing before the person agrees, and no payment before the next', async () => {
    const bigger = await objects.plan({ product_id: plan.product_id, billing_cycles: [monthly('29.90')] });
    const id = await objects.activeSubscription(plan.id);
    const before = await objects.subscription(id);
    const { status, body } = await revise(id, bigger.id);
    expect(status).toBe(200);
    expect(await objects.subscription(id)).toMatchObject({ plan_id: plan.id });

    expect(await approveAtPaypal(linkOf(body, 'approve'))).toContain(`subscription_id=${id}`);

    const after = await objects.subscription(id);
    expect(after).toMatchObject({ plan_id: bigger.id, status: 'ACTIVE' });
    expect(after.billing_info?.next_billing_time).toBe(before.billing_info?.next_billing_time);
    expect(await objects.transactions(id)).toHaveLength(1);
    await sandbox.control('clock/advance', { ms: 31 * 86_400_000 + 3_600_000 });
    const [newest] = await objects.transactions(id);
    expect(newest).toMatchObject({ amount_with_breakdown: { gross_amount: { value: '29.90' } } });
  });

  it('needs an open subscription and a plan of the same product', async () => {
    const other = await objects.plan();
    const id = await objects.activeSubscription(plan.id);
    expect(refusalOf(await revise(id, other.id))).toMatchObject({ status: 422, issue: 'PRODUCT_MISMATCH' });
    await act(id, 'cancel');

    expect(refusalOf(await revise(id, plan.id))).toMatchObject({ issue: 'SUBSCRIPTION_STATUS_INVALID' });
  });
});
