import { authCalls } from './auth/schemas.js';
import { batchCalls } from './batches/calls.js';
import type { Call, CallAnswer, CallBody, CallQuery } from './core/call.js';
import { dailyBonusCalls } from './daily-bonus/schemas.js';
import { apiKeyCalls } from './api-keys/calls.js';
import { webhookEndpointCalls } from './outgoing-webhooks/calls.js';
import { imageCalls } from './images/calls.js';
import { quotaCalls } from './quota/schemas.js';
import { subscriptionCalls } from './subscriptions/calls.js';
import { userCalls } from './users/schemas.js';
import { v1Calls } from './v1/calls.js';

/** The web imports `routes` and types only, never this value. */
export const calls = {
  auth: authCalls,
  users: userCalls,
  dailyBonus: dailyBonusCalls,
  quota: quotaCalls,
  images: imageCalls,
  subscriptions: subscriptionCalls,
  batches: batchCalls,
  apiKeys: apiKeyCalls,
  webhookEndpoints: webhookEndpointCalls,
  v1: v1Calls,
};

/** Those of the second payment provider are named before they are served. */
type Calls = Omit<typeof calls, 'subscriptions'> & { subscriptions: typeof subscriptionCalls };
/** `'images.generate'`, `'auth.me'`, … */
export type CallName = { [M in keyof Calls]: `${M}.${keyof Calls[M] & string}` }[keyof Calls];

type CallOf<N extends CallName> = N extends `${infer M}.${infer C}`
  ? M extends keyof Calls
    ? C extends keyof Calls[M]
      ? Calls[M][C] extends Call
        ? Calls[M][C]
        : never
      : never
    : never
  : never;

export type Answer<N extends CallName> = CallAnswer<CallOf<N>>;
export type Body<N extends CallName> = CallBody<CallOf<N>>;
export type Query<N extends CallName> = CallQuery<CallOf<N>>;
