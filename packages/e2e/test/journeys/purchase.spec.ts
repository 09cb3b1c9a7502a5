import { PLAN_TERMS, type Answer, type Subscription } from '@app/contracts';
import { expect, test } from '../../src/fixtures.js';
import { agreeAtPaypal, goToCheckout, payByCard } from '../../src/payments.js';
import { text } from '../../src/texts.js';
import { chooseNewAccount, goToProvider } from '../../src/users/sign-in.js';

test('a visitor buys Pro by card: the choice survives sign-in, and plan, credits and receipt arrive', async ({
  open,
}) => {
  const { page } = await open.asVisitor();
  await page.goto('/pricing');
  const action = text('en', 'pricing:pay.stripe');
  const pay = page.getByRole('button', { name: text('en', 'pricing:pay.named', { action, plan: 'Pro' }) });
  // Visitors who only read load no buttons to pay with; the page may not listen yet when the pointer first moves.
  await expect(async () => {
    await page.mouse.move(300, 300);
    await page.mouse.move(310, 310);
    await expect(pay).toBeVisible({ timeout: 5000 });
  }).toPass();
  await pay.click();
  await goToProvider(page, 'en', 'google');
  await chooseNewAccount(page, 'en', 'google', { name: 'Paula Payer', handle: `payer-${Date.now()}` });

  await payByCard(page, 'success');
  await page.getByRole('heading', { level: 1, name: text('en', 'payment:success.title', { plan: 'Pro' }) }).waitFor();
  await expect(page.getByText('$9.99', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: text('en', 'payment:success.subscription') }).click();
  await page.getByRole('heading', { level: 2, name: text('en', 'billing:plan.title') }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download invoice/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^invoice-.+\.pdf$/);

  await page.getByRole('tab', { name: text('en', 'profile:tabs.statement') }).click();
  const granted = page.getByRole('row').filter({ hasText: text('en', 'statement:grants.plan_month') });
  await expect(granted).toContainText(`+${PLAN_TERMS.pro.monthlyCredits}`);
  await expect(granted.getByRole('button', { name: /^Invoice/ })).toBeVisible();
});

test('a person buys Enterprise for a year with PayPal, in Chinese', async ({ open, newUser }) => {
  const user = await newUser({ locale: 'zh' });
  const { page } = await open.asUser(user, 'zh');
  await goToCheckout(page, 'zh', { plan: 'enterprise', provider: 'paypal', isAnnual: true });
  await agreeAtPaypal(page);
  const plan = text('zh', 'common:plans.enterprise');
  await page.getByRole('heading', { level: 1, name: text('zh', 'payment:success.title', { plan }) }).waitFor();
  const mine = await user.call<Subscription>('GET', '/subscriptions/my');
  expect(mine).toMatchObject({ plan_type: 'enterprise', is_annual: true, provider: 'paypal', status: 'active' });
  const quota = await user.call<Answer<'quota.show'>>('GET', '/quota');
  expect(quota.totalCredits).toBeGreaterThanOrEqual(PLAN_TERMS.enterprise.monthlyCredits);
});
