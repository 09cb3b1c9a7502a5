import type { NewApiKey, TokenPair } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { untilBlocked } from '../../../test/support/database/database-locks.js';
import { row, rows } from '../../platform/database/rows.js';
import { CleanUp } from '../auth/application/clean-up.js';

const api = useApp();

const make = ({ token }: Pick<SignedIn, 'token'>) =>
  api.post<NewApiKey>('/api-keys', { token, body: { name: 'test', scopes: ['read'] } });
const keyOf = async (by: Pick<SignedIn, 'token'>): Promise<NewApiKey> => (await make(by)).body.data;
const rotate = async ({ token }: SignedIn, { id }: NewApiKey): Promise<NewApiKey> =>
  (await api.post<NewApiKey>(`/api-keys/${id}/rotate`, { token })).body.data;
const refresh = (refreshToken: string) =>
  api.post<TokenPair>('/auth/refresh', { body: { refresh_token: refreshToken } });
const next = async (refreshToken: string): Promise<string> => (await refresh(refreshToken)).body.data.refresh_token;
/** Shows that somebody else has this token, too: its owner has gone on. */
async function reuse(refreshToken: string): Promise<void> {
  await next(await next(refreshToken));
  expect((await refresh(refreshToken)).status).toBe(401);
}
const works = async ({ key }: NewApiKey): Promise<boolean> =>
  (await api.get('/v1/credits', { token: key })).status === 200;

describe('a refresh token that was stolen', () => {
  test('ends the keys that were made or rotated in its session since it could be stolen, and none from before', async () => {
    const by = await api.signIn();
    const [before, rotated] = [await keyOf(by), await keyOf(by)];
    const stolen = await next(by.refreshToken);
    const since = await keyOf(by);
    const successor = await rotate(by, rotated);
    await reuse(stolen);
    expect(await Promise.all([before, rotated, since, successor].map(works))).toEqual([true, true, false, false]);
  });

  test('ends no key of another session or person', async () => {
    const by = await api.signIn();
    const [elsewhere, stranger] = [await api.openSession(by.userId), await api.signIn()];
    const [own, other, theirs] = [await keyOf(by), await keyOf(elsewhere), await keyOf(stranger)];
    await reuse(by.refreshToken);
    expect(await Promise.all([own, other, theirs].map(works))).toEqual([false, true, true]);
  });

  test('makes no key while its session ends', async () => {
    const by = await api.signIn();
    const making = await api.dataSource.transaction(async (tx) => {
      await rows(tx, `update sessions set revoked_at = now(), revoke_reason = 'token_reuse' where id = $1`, [
        by.sessionId,
      ]);
      const made = make(by);
      await Promise.race([untilBlocked(tx), made]);
      return { made };
    });
    expect(await making.made).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(await rows(api.dataSource, `select 1 from api_keys where user_id = $1`, [by.userId])).toEqual([]);
  });
});

test('a sign-out ends no key', async () => {
  const by = await api.signIn();
  const key = await keyOf(by);
  await api.post('/auth/logout', { token: by.token });
  expect(await works(key)).toBe(true);
});

test('a key outlives the record of its session', async () => {
  const by = await api.signIn();
  const key = await keyOf(by);
  await rows(api.dataSource, `update sessions set absolute_expiry = now() - interval '8 days' where id = $1`, [
    by.sessionId,
  ]);
  await api.app.get(CleanUp, { strict: false }).run();
  expect(await row(api.dataSource, `select id from sessions where id = $1`, [by.sessionId])).toBeNull();
  expect(await works(key)).toBe(true);
});

test('without a mail server no mail about a key waits to be sent', async () => {
  const { id } = await keyOf(await api.signIn());
  expect(await row(api.dataSource, `select mail_due from api_keys where id = $1`, [id])).toEqual({ mail_due: false });
});
