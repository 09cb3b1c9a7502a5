import type { Locale } from '@app/contracts';
import type { Page } from '@playwright/test';
import type { ProductDatabase } from './product/database.js';
import type { Product } from './product/product.js';
import { inLocale, text } from './texts.js';
import type { TestUser } from './users/test-user.js';

const DAY_SECONDS = 86_400;

/** Fills a payment page of the sandbox; `outcome` is what the bank answers. */
export async function payByCard(page: Page, outcome: string): Promise<void> {
  const answer = page.locator('select[name="outcome"]');
  await answer.waitFor();
  await answer.selectOption(outcome === 'success' ? '' : outcome);
  await page.locator('form button.action').click();
}

/** Agrees on the approval page of PayPal; `funding` decides how the payments end. */
export async function agreeAtPaypal(page: Page, funding = 'balance'): Promise<void> {
  await page.locator(`input[name="funding"][value="${funding}"]`).check();
  await page.locator('button[name="decision"][value="approve"]').click();
}

/** From the pricing page to the provider's. */
export async function goToCheckout(
  page: Page,
  locale: Locale,
  { plan = 'pro', provider = 'stripe', isAnnual = false }: Purchase = {},
): Promise<void> {
  await page.goto(inLocale(locale, '/pricing'));
  if (isAnnual)
    await page
      .locator('label')
      .filter({ hasText: text(locale, 'pricing:billing.annual') })
      .click();
  const action = text(locale, `pricing:pay.${provider}`);
  const name = text(locale, 'pricing:pay.named', { action, plan: text(locale, `common:plans.${plan}`) });
  await page.getByRole('button', { name }).click();
  await page
    .locator(provider === 'stripe' ? 'select[name="outcome"]' : 'input[name="funding"]')
    .first()
    .waitFor();
}

export interface Purchase {
  plan?: 'pro' | 'enterprise';
  provider?: 'stripe' | 'paypal';
  isAnnual?: boolean;
}

export async function buy(page: Page, locale: Locale, plan: 'pro' | 'enterprise' = 'pro'): Promise<void> {
  await goToCheckout(page, locale, { plan });
  await payByCard(page, 'success');
  const title = text(locale, 'payment:success.title', { plan: text(locale, `common:plans.${plan}`) });
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Steers the payment sandbox and the clock of billing. */
export class PaymentWorld {
  constructor(
    private readonly product: Product,
    private readonly database: ProductDatabase,
  ) {}

  /** Turns the provider's clock and the product's billing clock alike. */
  async advance(days: number, hours = 0): Promise<void> {
    const seconds = days * DAY_SECONDS + hours * 3_600;
    await this.database.query('update billing_clock set shift_seconds = shift_seconds + $1', [seconds]);
    await this.control('clock/advance', { ms: seconds * 1_000 });
    await this.control('stripe/deliveries/drain', {});
  }

  /** How the saved card of a person answers from now on. */
  async setCardOutcome(user: TestUser, outcome: string): Promise<void> {
    const [card] = await user.call<{ id: string }[]>('GET', '/subscriptions/payment-methods');
    await this.control('stripe/cards', { payment_method: card?.id, outcome });
  }

  /** The bank takes the latest payment of a person back. */
  async dispute(user: TestUser): Promise<void> {
    const [payment] = await this.database.query<{ id: string }[]>(
      `select provider_payment_id as id from payments where user_id = $1 and status = 'success'
        order by created_at desc limit 1`,
      [user.id],
    );
    await this.control('stripe/disputes', { payment_intent: payment?.id });
    await this.control('stripe/deliveries/drain', {});
  }

  private async control(path: string, body: object): Promise<void> {
    const answer = await fetch(`${this.product.running.sandbox?.url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  }
}
