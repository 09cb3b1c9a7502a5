import { Unsubscribe } from '../../src/modules/users/index.js';
import type { GroupProbes } from './table.js';

export const userProbes: GroupProbes<'users'> = {
  profile: { success: async ({ person }) => ({ by: await person() }) },
  replaceProfile: { success: async ({ person }) => ({ by: await person(), body: { name: 'Ada' } }) },
  updateProfile: { success: async ({ person }) => ({ by: await person(), body: { name: '林悦' } }) },
  stats: { success: async ({ person }) => ({ by: await person() }) },
  deleteAccount: { success: async ({ person }) => ({ by: await person() }) },
  preferences: { success: async ({ person }) => ({ by: await person() }) },
  unsubscribe: {
    success: async ({ api, person }) => {
      const { userId } = await person();
      const { 'List-Unsubscribe': address = '' } = api.app.get(Unsubscribe, { strict: false }).headers(userId);
      return { params: { token: address.slice(address.lastIndexOf('/') + 1, -1) } };
    },
    refusals: { NOT_FOUND: () => ({ params: { token: 'unknown' } }) },
  },
  updatePreferences: { success: async ({ person }) => ({ by: await person(), body: { marketingEmails: true } }) },
};

export const dailyBonusProbes: GroupProbes<'dailyBonus'> = {
  claim: { success: async ({ person }) => ({ by: await person() }) },
  status: { success: async ({ person }) => ({ by: await person() }) },
};

export const quotaProbes: GroupProbes<'quota'> = {
  show: { success: async ({ person }) => ({ by: await person() }) },
  stats: { success: async ({ person }) => ({ by: await person() }) },
  check: { success: async ({ person }) => ({ by: await person(), body: { imageCount: 2 } }) },
  statement: { success: async ({ person }) => ({ by: await person(), query: { limit: '5' } }) },
  exportStatement: { success: async ({ person }) => ({ by: await person(), query: { kind: 'grant' } }) },
  plans: { success: () => ({}) },
};
