import { defineRoutes } from '../core/route.js';

/** Opened by a session, never by a key. */
export const apiKeyRoutes = defineRoutes({
  list: { method: 'GET', path: '/api-keys', access: 'user', errors: ['NOT_FOUND'] },
  create: { method: 'POST', path: '/api-keys', access: 'user', errors: ['NOT_FOUND', 'API_KEY_LIMIT'] },
  update: { method: 'PATCH', path: '/api-keys/:id', access: 'user', errors: ['NOT_FOUND'] },
  rotate: { method: 'POST', path: '/api-keys/:id/rotate', access: 'user', errors: ['NOT_FOUND', 'API_KEY_LIMIT'] },
  revoke: { method: 'DELETE', path: '/api-keys/:id', access: 'user', errors: ['NOT_FOUND'] },
});
