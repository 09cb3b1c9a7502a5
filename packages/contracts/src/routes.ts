import { authRoutes } from './auth/routes.js';
import { batchRoutes } from './batches/routes.js';
import type { Route } from './core/route.js';
import { dailyBonusRoutes } from './daily-bonus/routes.js';
import { apiKeyRoutes } from './api-keys/routes.js';
import { webhookEndpointRoutes } from './outgoing-webhooks/routes.js';
import { imageRoutes, serviceRoutes } from './images/routes.js';
import { mcpRoutes } from './mcp/routes.js';
import { quotaRoutes } from './quota/routes.js';
import { subscriptionRoutes, webhookRoutes } from './subscriptions/routes.js';
import { userRoutes } from './users/routes.js';
import { v1Routes } from './v1/routes.js';

export const routes = {
  auth: authRoutes,
  users: userRoutes,
  dailyBonus: dailyBonusRoutes,
  quota: quotaRoutes,
  images: imageRoutes,
  subscriptions: subscriptionRoutes,
  batches: batchRoutes,
  apiKeys: apiKeyRoutes,
  webhookEndpoints: webhookEndpointRoutes,
  v1: v1Routes,
  service: { ...serviceRoutes, ...mcpRoutes, stripeWebhook: webhookRoutes.stripe, paypalWebhook: webhookRoutes.paypal },
};

export const allRoutes: Route[] = Object.values(routes).flatMap((group) => Object.values(group) as Route[]);

export const publicRoutes: Route[] = allRoutes.filter((route) => route.access === 'public');
