import { createHmac, randomUUID } from 'node:crypto';
import type { Stage } from './stage.js';
import type { GroupProbes } from './table.js';

const signedWebhook = (stage: Stage, body: object): Record<string, string> => {
  const time = Math.floor(Date.now() / 1000);
  const secret = stage.sandbox.environment().STRIPE_WEBHOOK_SECRET ?? '';
  const signature = createHmac('sha256', secret)
    .update(`${time}.${JSON.stringify(body)}`)
    .digest('hex');
  return { 'stripe-signature': `t=${time},v1=${signature}` };
};

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'customer.created',
  livemode: false,
  created: 1,
  data: { object: { id: 'cus_1', object: 'customer' } },
};

export const stripeWebhookProbe: GroupProbes<'service'>['stripeWebhook'] = {
  success: (stage) => {
    const body = { ...EVENT, id: `evt_${randomUUID()}` };
    return { body, headers: signedWebhook(stage, body) };
  },
  refusals: {
    WEBHOOK_SIGNATURE_INVALID: () => ({ body: EVENT, headers: { 'stripe-signature': 't=1,v1=00' } }),
  },
};
