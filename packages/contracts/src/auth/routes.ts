import { defineRoutes } from '../core/route.js';

export const authRoutes = defineRoutes({
  providers: {
    method: 'GET',
    path: '/auth/providers',
    access: 'public',
    errors: [],
    except: ['SERVICE_UNAVAILABLE'],
  },
  start: {
    method: 'GET',
    path: '/auth/:provider',
    access: 'public',
    errors: ['NOT_FOUND', 'OAUTH_PROVIDER_NOT_SET_UP'],
  },
  callback: {
    method: 'POST',
    path: '/auth/:provider/callback',
    access: 'public',
    errors: [
      'NOT_FOUND',
      'OAUTH_PROVIDER_NOT_SET_UP',
      'OAUTH_STATE_INVALID',
      'OAUTH_CODE_REFUSED',
      'OAUTH_PROVIDER_UNAVAILABLE',
    ],
  },
  me: { method: 'GET', path: '/auth/me', access: 'user', errors: [] },
  refresh: { method: 'POST', path: '/auth/refresh', access: 'public', errors: ['REFRESH_TOKEN_INVALID'] },
  logout: { method: 'POST', path: '/auth/logout', access: 'user', errors: [] },
  logoutEverywhere: { method: 'POST', path: '/auth/logout-everywhere', access: 'user', errors: [] },
  verify: { method: 'GET', path: '/auth/verify', access: 'user', errors: [] },
  verifyEmail: { method: 'POST', path: '/auth/verify-email', access: 'public', errors: ['EMAIL_TOKEN_INVALID'] },
  resendVerification: {
    method: 'POST',
    path: '/auth/resend-verification',
    access: 'user',
    errors: ['EMAIL_MISSING', 'EMAIL_ALREADY_VERIFIED', 'MAIL_UNAVAILABLE'],
  },
});
