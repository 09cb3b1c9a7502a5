import { dailyBonusProbes, quotaProbes, userProbes } from './account.js';
import { apiKeyProbes } from './api-keys.js';
import { authProbes } from './auth.js';
import { batchProbes } from './batches.js';
import { generationProbes } from './generations.js';
import { paypalWebhookProbe } from './paypal.js';
import { imageProbes, serviceProbes } from './images.js';
import { subscriptionProbes } from './subscriptions.js';
import { probedCalls, type AllProbes } from './table.js';
import { mcpProbes, v1Probes } from './v1.js';
import { webhookEndpointProbes } from './webhook-endpoints.js';
import { stripeWebhookProbe } from './webhooks.js';

const PROBES: AllProbes = {
  auth: authProbes,
  users: userProbes,
  dailyBonus: dailyBonusProbes,
  quota: quotaProbes,
  images: { ...generationProbes, ...imageProbes },
  subscriptions: subscriptionProbes,
  batches: batchProbes,
  apiKeys: apiKeyProbes,
  v1: v1Probes,
  webhookEndpoints: webhookEndpointProbes,
  service: { ...serviceProbes, ...mcpProbes, stripeWebhook: stripeWebhookProbe, paypalWebhook: paypalWebhookProbe },
};

export const probed = probedCalls(PROBES);
