import { defineRoutes } from '../core/route.js';

/** Also answered while the database is down. */
const BY_ITSELF = ['SERVICE_UNAVAILABLE'] as const;

export const imageRoutes = defineRoutes({
  generate: {
    method: 'POST',
    path: '/images/generate',
    access: 'user',
    status: 202,
    errors: [
      'PROMPT_REQUIRED',
      'PROMPT_TOO_LONG',
      'NEGATIVE_PROMPT_TOO_LONG',
      'MODEL_NOT_SUPPORTED',
      'PLAN_LIMIT',
      'TOO_MANY_IN_FLIGHT',
      'INSUFFICIENT_CREDITS',
      'IDEMPOTENCY_KEY_REUSED',
      'NOT_FOUND',
      'ENGINE_UNAVAILABLE',
      'BACKLOG_FULL',
    ],
  },
  listGenerations: { method: 'GET', path: '/images/generations', access: 'user', errors: [] },
  exportGenerations: {
    method: 'GET',
    path: '/images/generations/export',
    access: 'user',
    carries: 'binary',
    errors: ['EXPORT_RUNNING'],
  },
  createExport: { method: 'POST', path: '/images/exports', access: 'user', errors: ['NOT_FOUND'] },
  openExport: {
    method: 'GET',
    path: '/images/exports/:ticket',
    access: 'public',
    carries: 'binary',
    errors: ['NOT_FOUND', 'TICKET_USED', 'EXPORT_RUNNING'],
  },
  showGeneration: { method: 'GET', path: '/images/generations/:id', access: 'user', errors: ['NOT_FOUND'] },
  deleteGeneration: { method: 'DELETE', path: '/images/generations/:id', access: 'user', errors: ['NOT_FOUND'] },
  cancel: {
    method: 'POST',
    path: '/images/generations/:id/cancel',
    access: 'user',
    errors: ['NOT_FOUND', 'GENERATION_NOT_CANCELLABLE'],
  },
  batchDelete: { method: 'POST', path: '/images/generations/batch-delete', access: 'user', errors: ['NOT_FOUND'] },
  restore: { method: 'POST', path: '/images/restore', access: 'user', errors: ['NOT_FOUND', 'RESTORE_WINDOW_CLOSED'] },
  list: { method: 'GET', path: '/images', access: 'user', errors: [] },
  styles: { method: 'GET', path: '/images/styles', access: 'public', errors: [], except: BY_ITSELF },
  sizes: { method: 'GET', path: '/images/sizes', access: 'public', errors: [], except: BY_ITSELF },
  models: { method: 'GET', path: '/images/models', access: 'public', errors: [], except: BY_ITSELF },
  stats: { method: 'GET', path: '/images/stats', access: 'user', errors: [] },
  favorites: { method: 'GET', path: '/images/favorites', access: 'user', errors: [] },
  prompts: { method: 'GET', path: '/images/prompts', access: 'user', errors: [] },
  events: { method: 'GET', path: '/images/events', access: 'user', carries: 'stream', errors: [] },
  shared: {
    method: 'GET',
    path: '/images/shared/:token',
    access: 'public',
    errors: ['NOT_FOUND', 'SHARE_EXPIRED', 'FILE_LOST'],
  },
  downloadShared: {
    method: 'GET',
    path: '/images/shared/:token/download',
    access: 'public',
    carries: 'binary',
    errors: ['NOT_FOUND', 'SHARE_EXPIRED', 'FILE_LOST', 'RANGE_NOT_SATISFIABLE'],
  },
  show: { method: 'GET', path: '/images/:id', access: 'user', errors: ['NOT_FOUND'] },
  delete: { method: 'DELETE', path: '/images/:id', access: 'user', errors: ['NOT_FOUND'] },
  download: {
    method: 'GET',
    path: '/images/:id/download',
    access: 'user',
    carries: 'binary',
    errors: ['NOT_FOUND', 'IMAGE_NOT_READY', 'FILE_LOST', 'RANGE_NOT_SATISFIABLE'],
  },
  favorite: { method: 'POST', path: '/images/:id/favorite', access: 'user', errors: ['NOT_FOUND', 'IMAGE_NOT_READY'] },
  unfavorite: { method: 'DELETE', path: '/images/:id/favorite', access: 'user', errors: ['NOT_FOUND'] },
  toggleFavorite: {
    method: 'PATCH',
    path: '/images/:id/favorite',
    access: 'user',
    errors: ['NOT_FOUND', 'IMAGE_NOT_READY'],
  },
  share: { method: 'POST', path: '/images/:id/share', access: 'user', errors: ['NOT_FOUND', 'IMAGE_NOT_READY'] },
  unshare: { method: 'DELETE', path: '/images/:id/share', access: 'user', errors: ['NOT_FOUND'] },
});

export const serviceRoutes = defineRoutes({
  health: { method: 'GET', path: '/health', access: 'public', errors: [], except: ['RATE_LIMITED'] },
  file: {
    method: 'GET',
    path: '/files/*',
    access: 'public',
    carries: 'binary',
    errors: ['NOT_FOUND', 'FILE_LOST', 'RANGE_NOT_SATISFIABLE'],
    except: ['VALIDATION_FAILED'],
  },
});
