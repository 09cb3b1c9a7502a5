import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkOf, paypalAccess, paypalClient, type PaypalClient } from '../../../test/paypal.js';
import { CANCEL_URL, orderBody, paypalObjects } from '../../../test/paypal-objects.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';
import { approveAtPaypal, cancelAtPaypal, changeFundingAtPaypal } from './visit.js';

let sandbox: TestSandbox;
let paypal: PaypalClient;
let objects: ReturnType<typeof paypalObjects>;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  paypal = paypalClient(paypalAccess(sandbox));
  objects = paypalObjects(paypal);
});
afterAll(() => sandbox.dispose());

const pageAt = async (url: string, language = 'en') => {
  const answer = await fetch(url, { headers: { 'accept-language': language } });
  return { status: answer.status, text: await answer.text() };
};

describe('the approval page', () => {
  it('names the price, the seller and how often it is paid, in the language of the browser', async () => {
    const created = await objects.subscribe((await objects.plan()).id);
    const english = await pageAt(linkOf(created, 'approve'));
    const chinese = await pageAt(linkOf(created, 'approve'), 'zh-CN');

    expect(english).toMatchObject({ status: 200, text: expect.stringContaining('Subscribe at Lumina') });
    expect(english.text).toContain('pro_monthly · 9.90 USD · every month');
    expect(chinese.text).toContain('订阅 Lumina');
    expect(chinese.text).toContain('每月');
  });

  it('sends the browser back without consent when the person cancels', async () => {
    const order = await objects.order();

    expect(await cancelAtPaypal(linkOf(order, 'approve'))).toBe(`${CANCEL_URL}?token=${order.id}`);
  });

  it('says that the payment was declined when the person comes back', async () => {
    const order = await objects.order();
    await approveAtPaypal(linkOf(order, 'approve'), { funding: 'card_declined' });

    expect((await pageAt(linkOf(order, 'approve'))).text).toContain('was declined before');
  });

  it('asks again for an account that is not one, and keeps what was typed', async () => {
    const order = await objects.order();

    const wrong = approveAtPaypal(linkOf(order, 'approve'), { email: 'nobody', surname: '<b>Lin</b>' });

    await expect(wrong).rejects.toThrow(/400.*valid email/s);
    await expect(wrong).rejects.toThrow('&lt;b&gt;Lin&lt;/b&gt;');
  });

  it('offers no bank account for a subscription, and no failing renewal for an order', async () => {
    const subscription = await pageAt(linkOf(await objects.subscribe((await objects.plan()).id), 'approve'));
    const order = await pageAt(linkOf(await objects.order(), 'approve'));

    expect(subscription.text).not.toContain('value="echeck"');
    expect(subscription.text).toContain('value="renewal_declined"');
    expect(order.text).not.toContain('value="renewal_declined"');
  });

  it('ends with the browser where the application named no address', async () => {
    const order = await objects.order(orderBody({ application_context: {} }));

    await expect(approveAtPaypal(linkOf(order, 'approve'))).rejects.toThrow(/200.*Approved/s);
  });

  it('is not found by a token that stands for nothing', async () => {
    const { url } = paypalAccess(sandbox);

    expect((await pageAt(`${url}/checkoutnow?token=unknown`)).status).toBe(404);
    expect((await pageAt(`${url}/webapps/billing/subscriptions`)).status).toBe(404);
  });
});

describe('the page of automatic payments', () => {
  it('lets a person pay in another way from now on', async () => {
    const created = await objects.subscribe((await objects.plan()).id);
    await approveAtPaypal(linkOf(created, 'approve'), { funding: 'renewal_declined' });
    const url = `${paypalAccess(sandbox).url}/myaccount/autopay`;
    expect(await pageAt(url)).toMatchObject({ status: 200, text: expect.stringContaining('Lumina · pro_monthly') });
    expect((await pageAt(url, 'zh-CN')).text).toContain('自动付款');

    expect(await changeFundingAtPaypal(url, created.id, 'card')).toBe(url);
    expect((await pageAt(url)).text).toMatch(/value="card" selected/);
  });
});
