import { defineRoutes } from '../core/route.js';

export const quotaRoutes = defineRoutes({
  show: { method: 'GET', path: '/quota', access: 'user', errors: [] },
  stats: { method: 'GET', path: '/quota/stats', access: 'user', errors: [] },
  check: { method: 'POST', path: '/quota/check', access: 'user', errors: [] },
  statement: { method: 'GET', path: '/quota/statement', access: 'user', errors: [] },
  exportStatement: {
    method: 'GET',
    path: '/quota/statement/export',
    access: 'user',
    carries: 'binary',
    errors: [],
  },
  plans: { method: 'GET', path: '/quota/plans', access: 'public', errors: [], except: ['SERVICE_UNAVAILABLE'] },
});
