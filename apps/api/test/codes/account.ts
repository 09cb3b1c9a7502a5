import { Unsubscribe } from '../../src/modules/users/index.js';
import type { Stage } from './stage.js';
import type { GroupProbes } from './table.js';

async function unsubscribeToken({ api, person }: Stage): Promise<string> {
  const { userId } = await person();
  const { 'List-Unsubscribe': address = '' } = api.app.get(Unsubscribe, { strict: false }).headers(userId);
  return address.slice(address.lastIndexOf('/') + 1, -1);
}

export const userProbes: GroupProbes<'users'> = {
  profile: { success: async ({ person }) => ({ by: await person() }) },
  replaceProfile: { success: async ({ person }) => ({ by: await person(), body: { name: 'Ada' } }) },
  updateProfile: { success: async ({ person }) => ({ by: await person(), body: { name: '林悦' } }) },
  stats: { success: async ({ person }) => ({ by: await person() }) },
  deleteAccount: { success: async ({ person }) => ({ by: await person() }) },
  preferences: { success: async ({ person }) => ({ by: await person() }) },
  unsubscribe: {
    success: async (stage) => ({ params: { token: await unsubscribeToken(stage) } }),
    refusals: { NOT_FOUND: () => ({ params: { token: 'unknown' } }) },
  },
  unsubscribePage: { success: async (stage) => ({ params: { token: await unsubscribeToken(stage) } }) },
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
