import { expect, test } from '@jest/globals';
import { useApp } from '../../../../test/support/app.js';
import { billingOf } from '../../../../test/support/billing/billing.js';
import { useSandbox } from '../../../../test/support/sandbox.js';

const sandbox = useSandbox();
const app = useApp({ env: () => ({ ...sandbox.environment(), APP_MODE: 'local' }) });

test('in local mode the prices are there once the application listens', async () => {
  const { person } = await billingOf(app, sandbox).buy();
  expect((await billingOf(app, sandbox).my(person))?.plan_id).toBe('plan-pro');
});
