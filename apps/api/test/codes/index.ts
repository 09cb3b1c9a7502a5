import { dailyBonusProbes, quotaProbes, userProbes } from './account.js';
import { authProbes } from './auth.js';
import { generationProbes } from './generations.js';
import { paypalWebhookProbe } from './paypal.js';
import { imageProbes, serviceProbes } from './pictures.js';
import { subscriptionProbes } from './subscriptions.js';
import { probedCalls, type AllProbes } from './table.js';
import { stripeWebhookProbe } from './webhooks.js';

const PROBES: AllProbes = {
  auth: authProbes,
  users: userProbes,
  dailyBonus: dailyBonusProbes,
  quota: quotaProbes,
  images: { ...generationProbes, ...imageProbes },
  subscriptions: subscriptionProbes,
  service: { ...serviceProbes, stripeWebhook: stripeWebhookProbe, paypalWebhook: paypalWebhookProbe },
};

export const probed = probedCalls(PROBES);
