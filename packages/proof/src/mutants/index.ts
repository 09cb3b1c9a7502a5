import type { Mutant } from './mutant.js';
import { ACCESS_MUTANTS } from './table/access.js';
import { API_KEY_MUTANTS } from './table/api-keys.js';
import { BATCH_MUTANTS } from './table/batches.js';
import { CHECKOUT_MUTANTS } from './table/checkout.js';
import { CREDIT_MUTANTS } from './table/credits.js';
import { FILE_MUTANTS } from './table/files.js';
import { GENERATION_MUTANTS } from './table/generations.js';
import { OUTAGE_MUTANTS } from './table/outages.js';
import { PAYMENT_MUTANTS } from './table/payments.js';
import { REFUND_MUTANTS } from './table/refunds.js';
import { CONTRACT_MUTANTS, WEB_MUTANTS } from './table/web.js';
import { WEBHOOK_MUTANTS } from './table/webhooks.js';

export const MUTANTS: readonly Mutant[] = [
  ...CREDIT_MUTANTS,
  ...GENERATION_MUTANTS,
  ...BATCH_MUTANTS,
  ...FILE_MUTANTS,
  ...ACCESS_MUTANTS,
  ...API_KEY_MUTANTS,
  ...OUTAGE_MUTANTS,
  ...PAYMENT_MUTANTS,
  ...REFUND_MUTANTS,
  ...CHECKOUT_MUTANTS,
  ...WEBHOOK_MUTANTS,
  ...WEB_MUTANTS,
  ...CONTRACT_MUTANTS,
];
