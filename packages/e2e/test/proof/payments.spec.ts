import {
  LOCALES,
  PAYMENT_FAILURE_REASONS,
  PLAN_TERMS,
  type Answer,
  type Locale,
  type Subscription,
} from '@app/contracts';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../../src/fixtures.js';
import { agreeAtPaypal, buy, goToCheckout, payByCard, PaymentWorld } from '../../src/payments.js';
import { inLocale, text } from '../../src/texts.js';
import type { TestUser } from '../../src/users/test-user.js';

const test = base.extend<object, { world: PaymentWorld }>({
  world: [({ product, database }, use) => use(new PaymentWorld(product, database)), { scope: 'worker' }],
});

/** What the bank answers, by the reason that people read. A 3-D Secure that fails is tested below. */
const OUTCOMES: Partial<Record<(typeof PAYMENT_FAILURE_REASONS)[number], string>> = {
  card_declined: 'no_reason',
  new_account_restricted: 'new_account_information_available',
};

/** What stands for codes that nobody knows yet: no bank of the sandbox has one. */
const TOLD_BY_A_BANK = PAYMENT_FAILURE_REASONS.filter((reason) => reason !== 'unknown');

const button = (page: Page, locale: Locale, key: string, values?: Record<string, string | number>) =>
  page.getByRole('button', { name: text(locale, key, values), exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first();
const planName = (locale: Locale, plan: 'pro' | 'enterprise') => text(locale, `common:plans.${plan}`);
const openTab = async (page: Page, locale: Locale) => {
  await page.goto(inLocale(locale, '/profile?tab=subscription'));
  await heading(page, text(locale, 'billing:history.title')).waitFor();
};
/** Back by the link of the provider's page. */
const goBack = (page: Page) => page.locator('a[href*="/payment/failed"]').click();

const mineOf = (user: TestUser) => user.call<Subscription | null>('GET', '/subscriptions/my');
/** Until the webhooks of a failed renewal have had their effect. */
const renewalFailed = (user: TestUser) =>
  expect.poll(async () => (await mineOf(user))?.grace_until ?? null).not.toBeNull();
const planOf = (page: Page) => page.getByRole('region', { name: text('en', 'billing:plan.title') });

for (const locale of LOCALES) {
  test.describe(`in ${locale}`, () => {
    for (const reason of TOLD_BY_A_BANK) {
      test(`a payment that fails by ${reason} says so, and another card succeeds`, async ({ open, newUser }) => {
        const { page } = await open.asUser(await newUser({ locale }), locale);
        await goToCheckout(page, locale);
        await payByCard(page, OUTCOMES[reason] ?? reason);
        await page.getByRole('alert').waitFor();
        await goBack(page);
        await page.getByText(text(locale, `payment:failed.reasons.${reason}`)).waitFor();
        await page.getByRole('main').getByRole('button').first().click();
        await payByCard(page, 'success');
        await heading(page, text(locale, 'payment:success.title', { plan: planName(locale, 'pro') })).waitFor();
      });
    }

    test('3-D Secure leads through the bank to the plan', async ({ open, newUser }) => {
      const { page } = await open.asUser(await newUser({ locale }), locale);
      await goToCheckout(page, locale);
      await payByCard(page, 'authenticate');
      await page.locator('button[value="confirm"]').click();
      await heading(page, text(locale, 'payment:success.title', { plan: planName(locale, 'pro') })).waitFor();
    });

    test('Back from the page of the provider is no failure, and the choice is kept', async ({ open, newUser }) => {
      const { page } = await open.asUser(await newUser({ locale }), locale);
      await goToCheckout(page, locale, { plan: 'enterprise' });
      await goBack(page);
      await heading(page, text(locale, 'payment:failed.cancelledTitle')).waitFor();
      await button(page, locale, 'payment:failed.goOn').click();
      await payByCard(page, 'success');
      await heading(page, text(locale, 'payment:success.title', { plan: planName(locale, 'enterprise') })).waitFor();
    });

    test('an upgrade charges what it has shown, and a downgrade waits for the end of the period', async ({
      open,
      newUser,
    }) => {
      const user = await newUser({ locale });
      const { page } = await open.asUser(user, locale);
      await buy(page, locale);
      await page.goto(inLocale(locale, '/pricing'));
      const plan = planName(locale, 'enterprise');
      await button(page, locale, 'pricing:actions.upgrade', { plan }).click();
      const dialog = page.getByRole('dialog');
      const due = dialog.locator('dd').first();
      const shown = (await due.textContent()) ?? '';
      await dialog.getByRole('button', { name: shown }).click();
      await page.getByText(text(locale, 'change:change.done.upgrade', { plan })).waitFor();
      await openTab(page, locale);
      await expect(page.getByRole('region', { name: text(locale, 'billing:payments.title') })).toContainText(shown);

      await page.goto(inLocale(locale, '/pricing'));
      await button(page, locale, 'pricing:actions.downgrade', { plan: planName(locale, 'pro') }).click();
      // With the preview comes the button that confirms it.
      await dialog.locator('dd').first().waitFor();
      await dialog.getByRole('button').last().click();
      await button(page, locale, 'change:change.close').waitFor();
      await openTab(page, locale);
      await button(page, locale, 'billing:plan.keep', { plan }).click();
      await expect(button(page, locale, 'billing:plan.keep', { plan })).toHaveCount(0);
      const mine = await user.call<Subscription>('GET', '/subscriptions/my');
      expect([mine.plan_type, mine.pending_plan_id]).toEqual(['enterprise', null]);
    });

    test('a cancellation keeps the plan until its day, and is taken back by one click', async ({ open, newUser }) => {
      const user = await newUser({ locale });
      const { page } = await open.asUser(user, locale);
      const plan = planName(locale, 'pro');
      await buy(page, locale);
      await openTab(page, locale);
      await button(page, locale, 'billing:plan.cancel').click();
      await page.getByLabel(text(locale, 'change:cancel.reasons.other')).check();
      await page.getByLabel(text(locale, 'change:cancel.custom')).fill('狐狸 🦊');
      await button(page, locale, 'change:cancel.confirm', { plan }).click();
      await button(page, locale, 'billing:plan.resume', { plan }).click();
      await button(page, locale, 'billing:plan.cancel').waitFor();
      expect(await user.call('GET', '/subscriptions/my')).toMatchObject({ status: 'active', canceled_at: null });
    });

    test('PayPal brings the plan by the month, and its cancellation is taken back', async ({ open, newUser }) => {
      const user = await newUser({ locale });
      const { page } = await open.asUser(user, locale);
      const plan = planName(locale, 'pro');
      await goToCheckout(page, locale, { provider: 'paypal' });
      await agreeAtPaypal(page);
      await heading(page, text(locale, 'payment:success.title', { plan })).waitFor();
      await openTab(page, locale);
      await button(page, locale, 'billing:plan.cancel').click();
      await button(page, locale, 'change:cancel.confirm', { plan }).click();
      await button(page, locale, 'billing:plan.resume', { plan }).click();
      await button(page, locale, 'billing:plan.cancel').waitFor();
      expect(await user.call('GET', '/subscriptions/my')).toMatchObject({ status: 'active', provider: 'paypal' });
    });

    test('PayPal: going back is no failure, a payment that is refused gives nothing', async ({ open, newUser }) => {
      const user = await newUser({ locale });
      const { page } = await open.asUser(user, locale);
      await goToCheckout(page, locale, { provider: 'paypal' });
      await page.locator('button[name="decision"][value="cancel"]').click();
      await heading(page, text(locale, 'payment:failed.cancelledTitle')).waitFor();
      await goToCheckout(page, locale, { provider: 'paypal' });
      await agreeAtPaypal(page, 'card_declined');
      await page.waitForURL((url) => url.pathname.endsWith('/payment/failed'));
      expect(await user.call('GET', '/subscriptions/my')).toBeNull();
    });

    test('a refund returns the money and ends the plan', async ({ open, newUser }) => {
      const user = await newUser({ locale });
      const { page } = await open.asUser(user, locale);
      await buy(page, locale);
      await openTab(page, locale);
      const amount = '$9.99';
      await button(page, locale, 'billing:payments.refundNamed', { amount }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text(locale, 'billing:payments.ask.yes', { amount }) })
        .click();
      await page.getByRole('link', { name: text(locale, 'billing:plan.see') }).waitFor();
      const payments = page.getByRole('region', { name: text(locale, 'billing:payments.title') });
      await expect(payments).toContainText(text(locale, 'billing:payments.refunded'));
      expect(await user.call('GET', '/subscriptions/my')).toBeNull();
    });
  });
}

test('thirteen renewals charge and grant again, without anybody doing anything', async ({ open, newUser, world }) => {
  const user = await newUser();
  const { page } = await open.asUser(user);
  await buy(page, 'en');
  for (let month = 1; month <= 13; month += 1) {
    await world.advance(31, 3);
    await expect(async () => {
      const { data, total } = await user.call<Answer<'subscriptions.payments'>>('GET', '/subscriptions/payments');
      expect([total, data[0]?.kind, data[0]?.status]).toEqual([month + 1, 'renewal', 'success']);
    }).toPass();
    const quota = await user.call<Answer<'quota.show'>>('GET', '/quota');
    expect(quota.nextExpiry?.credits).toBe(PLAN_TERMS.pro.monthlyCredits);
  }
  await openTab(page, 'en');
  const renewed = text('en', 'billing:history.kinds.renewed', { plan: 'Pro' });
  await expect(page.getByText(renewed).first()).toBeVisible();
});

const unpaid = async (page: Page, user: TestUser, world: PaymentWorld) => {
  await buy(page, 'en');
  await world.setCardOutcome(user, 'insufficient_funds');
  await world.advance(31, 3);
  await renewalFailed(user);
};

test('a failed renewal keeps the plan, says so on every page, and is repaired by one click', async ({
  open,
  newUser,
  world,
}) => {
  const user = await newUser();
  const { page } = await open.asUser(user);
  await unpaid(page, user, world);
  await page.goto('/guide');
  await button(page, 'en', 'errors:pastDue.repair').click();
  await payByCard(page, 'success');
  await openTab(page, 'en');
  await expect(planOf(page).getByText(text('en', 'billing:plan.status.active'))).toBeVisible();
  await expect(page.getByText(text('en', 'billing:pastDue.title'))).toHaveCount(0);
});

test('a failed renewal is repaired by a card that is added, without a reload', async ({ open, newUser, world }) => {
  const user = await newUser();
  const { page } = await open.asUser(user);
  await unpaid(page, user, world);
  await openTab(page, 'en');
  await page.getByText(text('en', 'billing:pastDue.title')).waitFor();
  await button(page, 'en', 'billing:methods.add').click();
  await payByCard(page, 'success');
  await expect(planOf(page).getByText(text('en', 'billing:plan.status.active'))).toBeVisible();
  await expect(page).toHaveURL((url) => url.search === '?tab=subscription');
});

test('what is bought in one tab is there in another one, without a reload', async ({ open, newUser }) => {
  const user = await newUser();
  const { page } = await open.asUser(user);
  await page.goto('/generate');
  const credits = page.getByRole('button', { name: /credits? left/ });
  await credits.waitFor();
  await buy(await page.context().newPage(), 'en');
  const { remainingCredits } = await user.call<Answer<'quota.show'>>('GET', '/quota');
  expect(remainingCredits).toBeGreaterThanOrEqual(PLAN_TERMS.pro.monthlyCredits);
  await expect(credits).toHaveAccessibleName(new RegExp(`^${remainingCredits} `));
});

test('a dispute is shown with the payment, and takes the credits back', async ({ open, newUser, world }) => {
  const user = await newUser();
  const { page } = await open.asUser(user);
  await buy(page, 'en');
  await world.dispute(user);
  const listed = async () => (await user.call<Answer<'subscriptions.payments'>>('GET', '/subscriptions/payments')).data;
  await expect.poll(async () => (await listed())[0]?.is_disputed).toBe(true);
  await openTab(page, 'en');
  const payments = page.getByRole('region', { name: text('en', 'billing:payments.title') });
  await expect(payments.getByText(text('en', 'billing:payments.disputed'))).toBeVisible();
  await page.goto('/profile?tab=statement');
  await page
    .getByRole('row')
    .filter({ hasText: text('en', 'statement:kinds.clawback') })
    .first()
    .waitFor();
});
