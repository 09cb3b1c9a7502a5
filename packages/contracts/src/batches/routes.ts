import { defineRoutes } from '../core/route.js';

const ROW_FAULTS = ['PROMPT_REQUIRED', 'PROMPT_TOO_LONG', 'NEGATIVE_PROMPT_TOO_LONG', 'MODEL_NOT_SUPPORTED'] as const;

export const batchRoutes = defineRoutes({
  check: { method: 'POST', path: '/batches/check', access: 'user', errors: ['NOT_FOUND'] },
  start: {
    method: 'POST',
    path: '/batches',
    access: 'user',
    status: 202,
    errors: [...ROW_FAULTS, 'NOT_FOUND', 'PLAN_LIMIT', 'BATCH_RUNNING', 'BATCH_LIMIT', 'IDEMPOTENCY_KEY_REUSED'],
  },
  list: { method: 'GET', path: '/batches', access: 'user', errors: ['NOT_FOUND'] },
  show: { method: 'GET', path: '/batches/:id', access: 'user', errors: ['NOT_FOUND'] },
  pause: { method: 'POST', path: '/batches/:id/pause', access: 'user', errors: ['NOT_FOUND', 'BATCH_FINISHED'] },
  resume: {
    method: 'POST',
    path: '/batches/:id/resume',
    access: 'user',
    errors: ['NOT_FOUND', 'BATCH_FINISHED', 'BATCH_RUNNING', 'PLAN_LIMIT', 'INSUFFICIENT_CREDITS'],
  },
  stop: { method: 'POST', path: '/batches/:id/stop', access: 'user', errors: ['NOT_FOUND', 'BATCH_FINISHED'] },
  delete: { method: 'DELETE', path: '/batches/:id', access: 'user', errors: ['NOT_FOUND', 'BATCH_UNFINISHED'] },
  retry: {
    method: 'POST',
    path: '/batches/:id/retry',
    access: 'user',
    status: 202,
    errors: [
      'NOT_FOUND',
      'PLAN_LIMIT',
      'BATCH_RUNNING',
      'BATCH_LIMIT',
      'BATCH_NOTHING_TO_RETRY',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
});
