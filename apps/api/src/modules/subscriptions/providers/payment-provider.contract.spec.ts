import { paymentProviderContract } from '../../../../test/contracts/payment-provider.contract.js';
import { paypalWorld, stripeWorld } from '../../../../test/support/payment-worlds.js';
import { useSandbox } from '../../../../test/support/sandbox.js';
import { useWebhookReceiver } from '../../../../test/support/webhook-receiver.js';

const sandbox = useSandbox();
const webhooks = useWebhookReceiver();

for (const world of [stripeWorld, paypalWorld])
  paymentProviderContract(
    world(sandbox, () => webhooks.url),
    sandbox,
    webhooks,
  );
