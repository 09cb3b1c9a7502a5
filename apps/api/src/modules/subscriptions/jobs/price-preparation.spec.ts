import { expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { testConfig } from '../../../../test/support/config.js';
import { FakePayments } from '../../../../test/support/billing/fake-payments.js';
import type { PaymentProviders } from '../providers/payment-providers.js';
import { PricePreparation } from './price-preparation.js';

Logger.overrideLogger(false);
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const SANDBOX = { ...STRIPE, STRIPE_BASE_URL: 'http://127.0.0.1:9' };

/** Starts the application; answers of which providers it prepared the prices. */
async function preparedBy(env: Record<string, string>, providers: FakePayments[]): Promise<string[]> {
  const spies = providers.map((provider) => jest.spyOn(provider, 'preparePrices'));
  await new PricePreparation(
    { all: providers } as unknown as PaymentProviders,
    testConfig(env),
  ).onApplicationBootstrap();
  return providers.filter((_, i) => spies[i]?.mock.calls.length === 1).map(({ id }) => id);
}

test('prices are prepared at sandboxes in local mode, and never elsewhere', async () => {
  const both = () => [new FakePayments('stripe'), new FakePayments('paypal')];
  expect(await preparedBy({ ...SANDBOX, APP_MODE: 'local' }, both())).toEqual(['stripe']);
  expect(await preparedBy({ ...STRIPE, APP_MODE: 'local' }, both())).toEqual([]);
  expect(await preparedBy(SANDBOX, both())).toEqual([]);
});

test('a provider that does not answer keeps the application from nothing', async () => {
  const provider = new FakePayments('stripe');
  provider.isDown = true;
  expect(await preparedBy({ ...SANDBOX, APP_MODE: 'local' }, [provider])).toEqual(['stripe']);
});
