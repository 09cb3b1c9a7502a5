import { PLAN_TERMS } from '@app/contracts';
import { expect, test } from '../../src/fixtures.js';
import { payByCard } from '../../src/payments.js';
import { text } from '../../src/texts.js';
import { chooseNewAccount, goToProvider } from '../../src/users/sign-in.js';

test('a visitor buys Pro by card: the choice survives sign-in, and plan, credits and receipt arrive', async ({
  open,
}) => {
  const { page } = await open.asVisitor();
  await page.goto('/pricing');
  // Visitors who only read load no buttons to pay with.
  await page.mouse.move(300, 300);
  const action = text('en', 'pricing:pay.stripe');
  await page.getByRole('button', { name: text('en', 'pricing:pay.named', { action, plan: 'Pro' }) }).click();
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
