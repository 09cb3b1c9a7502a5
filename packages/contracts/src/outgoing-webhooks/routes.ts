import { defineRoutes } from '../core/route.js';

export const webhookEndpointRoutes = defineRoutes({
  list: { method: 'GET', path: '/webhook-endpoints', access: 'user', errors: ['NOT_FOUND'] },
  create: {
    method: 'POST',
    path: '/webhook-endpoints',
    access: 'user',
    errors: ['NOT_FOUND', 'URL_NOT_ALLOWED', 'WEBHOOK_ENDPOINT_LIMIT'],
  },
  update: {
    method: 'PATCH',
    path: '/webhook-endpoints/:id',
    access: 'user',
    errors: ['NOT_FOUND', 'URL_NOT_ALLOWED'],
  },
  delete: { method: 'DELETE', path: '/webhook-endpoints/:id', access: 'user', errors: ['NOT_FOUND'] },
  rotateSecret: {
    method: 'POST',
    path: '/webhook-endpoints/:id/rotate-secret',
    access: 'user',
    errors: ['NOT_FOUND'],
  },
  test: { method: 'POST', path: '/webhook-endpoints/:id/test', access: 'user', errors: ['NOT_FOUND'] },
  deliveries: { method: 'GET', path: '/webhook-endpoints/:id/deliveries', access: 'user', errors: ['NOT_FOUND'] },
  replay: {
    method: 'POST',
    path: '/webhook-endpoints/:id/deliveries/:delivery_id/replay',
    access: 'user',
    errors: ['NOT_FOUND'],
  },
});
