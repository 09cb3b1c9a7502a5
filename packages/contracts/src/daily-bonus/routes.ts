import { defineRoutes } from '../core/route.js';

export const dailyBonusRoutes = defineRoutes({
  claim: { method: 'POST', path: '/users/me/login', access: 'user', errors: [] },
  status: { method: 'GET', path: '/users/me/daily-bonus', access: 'user', errors: [] },
});
