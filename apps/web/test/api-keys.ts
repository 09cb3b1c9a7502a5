import type { ApiKey } from '@app/contracts';

export const API_KEY: ApiKey = {
  id: 'key-1',
  name: 'Website',
  hint: 'lum_live_…7Qx2',
  scopes: ['generate', 'read'],
  daily_credits: null,
  credits_used_today: 20,
  credits_used: 400,
  requests: 1,
  created_at: '2026-11-01T08:00:00.000Z',
  last_used_at: null,
  expires_at: null,
  replaced_by: null,
};
