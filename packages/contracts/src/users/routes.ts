import { defineRoutes } from '../core/route.js';

export const userRoutes = defineRoutes({
  profile: { method: 'GET', path: '/users/profile', access: 'user', errors: [] },
  replaceProfile: { method: 'PUT', path: '/users/profile', access: 'user', errors: [] },
  updateProfile: { method: 'PATCH', path: '/users/profile', access: 'user', errors: [] },
  stats: { method: 'GET', path: '/users/stats', access: 'user', errors: [] },
  deleteAccount: { method: 'DELETE', path: '/users/account', access: 'user', errors: [] },
  preferences: { method: 'GET', path: '/users/me/preferences', access: 'user', errors: [] },
  unsubscribe: { method: 'POST', path: '/users/unsubscribe/:token', access: 'public', errors: ['NOT_FOUND'] },
  unsubscribePage: {
    method: 'GET',
    path: '/users/unsubscribe/:token',
    access: 'public',
    status: 303,
    carries: 'html',
    errors: [],
    except: ['SERVICE_UNAVAILABLE'],
  },
  updatePreferences: { method: 'PATCH', path: '/users/me/preferences', access: 'user', errors: [] },
});
