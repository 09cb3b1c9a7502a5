import { until } from '../support/timing/until.js';
import type { Stage } from './stage.js';
import type { GroupProbes } from './table.js';

const ACCOUNT = 'ada@example.com';
/** A login in progress that comes back is over, whatever comes of it. */
const LOGIN = ['oauth_states'];

async function mailedToken({ api, sandbox }: Stage): Promise<string> {
  const email = `confirm-${Date.now()}@example.test`;
  const { token } = await api.signIn({ email, emailVerified: false });
  await api.post('/auth/resend-verification', { token });
  let found: string | undefined;
  await until(async () => {
    const mails = await sandbox.control<{ text: string }[]>(`mails?to=${encodeURIComponent(email)}`);
    found = /#token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
    return found !== undefined;
  });
  return found ?? '';
}

export const authProbes: GroupProbes<'auth'> = {
  providers: { success: () => ({}) },
  start: {
    success: () => ({ params: { provider: 'google' }, query: { redirect: '/generate' } }),
    refusals: {
      NOT_FOUND: () => ({ params: { provider: 'facebook' } }),
      OAUTH_PROVIDER_NOT_SET_UP: ({ withoutSignIn }) => {
        withoutSignIn('github');
        return { params: { provider: 'github' } };
      },
    },
  },
  callback: {
    success: async ({ returning }) => {
      const { returned, cookie } = await returning('google', ACCOUNT);
      return { params: { provider: 'google' }, body: returned, headers: cookie };
    },
    refusals: {
      NOT_FOUND: () => ({ params: { provider: 'facebook' }, body: { code: 'x' } }),
      OAUTH_PROVIDER_NOT_SET_UP: ({ withoutSignIn }) => {
        withoutSignIn('github');
        return { params: { provider: 'github' }, body: { code: 'x' } };
      },
      OAUTH_STATE_INVALID: async ({ returning }) => {
        const { returned } = await returning('google', ACCOUNT);
        return { params: { provider: 'google' }, body: returned, spends: LOGIN };
      },
      OAUTH_CODE_REFUSED: async ({ returning }) => {
        const { returned, cookie } = await returning('google', ACCOUNT);
        const body = { ...returned, code: 'invented' };
        return { params: { provider: 'google' }, body, headers: cookie, spends: LOGIN };
      },
      OAUTH_PROVIDER_UNAVAILABLE: async ({ returning, failing }) => {
        const { returned, cookie } = await returning('google', ACCOUNT);
        await failing('google', 'down');
        return { params: { provider: 'google' }, body: returned, headers: cookie, spends: LOGIN };
      },
    },
  },
  me: { success: async ({ person }) => ({ by: await person() }) },
  refresh: {
    success: async ({ api }) => ({ body: { refresh_token: (await api.signIn()).refreshToken } }),
    refusals: { REFRESH_TOKEN_INVALID: () => ({ body: { refresh_token: 'unknown' } }) },
  },
  logout: { success: async ({ person }) => ({ by: await person() }) },
  logoutEverywhere: { success: async ({ person }) => ({ by: await person() }) },
  verify: { success: async ({ person }) => ({ by: await person() }) },
  verifyEmail: {
    success: async (stage) => ({ body: { token: await mailedToken(stage) } }),
    refusals: { EMAIL_TOKEN_INVALID: () => ({ body: { token: 'unknown' } }) },
  },
  resendVerification: {
    success: async ({ person }) => ({ by: await person({ emailVerified: false }) }),
    refusals: {
      EMAIL_MISSING: async ({ person }) => ({ by: await person({ email: null }) }),
      EMAIL_ALREADY_VERIFIED: async ({ person }) => ({ by: await person({ emailVerified: true }) }),
      MAIL_UNAVAILABLE: async ({ person, withoutMail }) => {
        withoutMail();
        return { by: await person({ emailVerified: false }) };
      },
    },
  },
};
