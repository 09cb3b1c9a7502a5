import { API_KEYS_MAX } from '@app/contracts';
import { createKey } from '../support/api-keys.js';
import type { SignedIn } from '../support/app.js';
import type { Stage } from './stage.js';
import type { Asked, GroupProbes } from './table.js';

const body = { name: 'server', scopes: ['read'] };
type OfKey = Asked & { by: SignedIn; params: { id: string } };

async function own({ api, person }: Stage): Promise<OfKey> {
  const by = await person();
  return { by, params: { id: (await createKey(api, by)).id } };
}
const foreign = async (stage: Stage): Promise<OfKey> => ({ ...(await own(stage)), by: await stage.person() });
/** Somebody, of a product without the public API. */
export async function switchedOff({ person, switchOffPublicApi }: Stage): Promise<Asked> {
  switchOffPublicApi();
  return { by: await person() };
}
/** As many keys as an account may have. */
async function full(stage: Stage): Promise<OfKey> {
  const { by, params } = await own(stage);
  for (let count = 1; count < API_KEYS_MAX; count += 1) await createKey(stage.api, by);
  return { by, params };
}
const allKeys = (stage: Stage): Promise<OfKey> => stage.once('keys', () => full(stage));

export const apiKeyProbes: GroupProbes<'apiKeys'> = {
  list: { success: async (stage) => ({ ...(await own(stage)), params: {} }), refusals: { NOT_FOUND: switchedOff } },
  create: {
    success: async ({ person }) => ({ by: await person(), body }),
    refusals: {
      NOT_FOUND: async (stage) => ({ ...(await switchedOff(stage)), body }),
      API_KEY_LIMIT: async (stage) => ({ ...(await allKeys(stage)), params: {}, body }),
    },
  },
  update: {
    success: async (stage) => ({ ...(await own(stage)), body: { name: 'other', daily_credits: 5 } }),
    refusals: { NOT_FOUND: async (stage) => ({ ...(await foreign(stage)), body: { name: 'other' } }) },
  },
  rotate: { success: own, refusals: { NOT_FOUND: foreign, API_KEY_LIMIT: allKeys } },
  revoke: { success: own, refusals: { NOT_FOUND: foreign } },
};
