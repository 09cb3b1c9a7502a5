import { describe, expect, test } from '@jest/globals';
import type { NewApiKey, TokenPair } from '@app/contracts';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { openEvents } from '../../../test/support/http/event-reader.js';
import { rows } from '../../platform/database/rows.js';
import { USER_EVENTS, type UserEvent, type UserEvents } from '../../platform/events/user-events.js';

const api = useApp();

const leaveEverywhere = ({ token }: SignedIn) => api.post('/auth/logout-everywhere', { token });
const isAlive = async ({ token }: SignedIn) => (await api.get('/auth/verify', { token })).status === 200;
const refresh = ({ refreshToken }: SignedIn) =>
  api.post<TokenPair>('/auth/refresh', { body: { refresh_token: refreshToken } });
const watch = async ({ token }: SignedIn) => {
  const reader = await openEvents(`${api.url}/api/images/events`, { authorization: `Bearer ${token}` });
  await reader.event(({ name }) => name === 'snapshot');
  return reader;
};

describe('signing out everywhere', () => {
  test('ends every session of the person, that which asks too, with their refresh tokens', async () => {
    const here = await api.signIn();
    const there = await api.openSession(here.userId);
    expect((await leaveEverywhere(here)).body).toEqual({ success: true, data: null });
    expect([await isAlive(here), await isAlive(there)]).toEqual([false, false]);
    for (const one of [here, there])
      expect(await refresh(one)).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_INVALID' } });
    const reasons = await rows(api.dataSource, 'select revoke_reason from sessions where user_id = $1', [here.userId]);
    expect(reasons).toEqual([{ revoke_reason: 'logout' }, { revoke_reason: 'logout' }]);
  });

  test('leaves other people signed in', async () => {
    const other = await api.signIn();
    await leaveEverywhere(await api.signIn());
    expect(await isAlive(other)).toBe(true);
    expect((await refresh(other)).status).toBe(200);
  });

  test('leaves a session that begins afterwards', async () => {
    const here = await api.signIn();
    await leaveEverywhere(here);
    expect(await isAlive(await api.openSession(here.userId))).toBe(true);
  });

  test('tells the event streams of other sessions, and those of its own once it is answered', async () => {
    const here = await api.signIn();
    const heard: UserEvent[] = [];
    api.app.get<UserEvents>(USER_EVENTS).subscribe(here.userId, (event) => heard.push(event));
    const [own, other] = await Promise.all([watch(here), watch(await api.openSession(here.userId))]);
    expect((await leaveEverywhere(here)).status).toBe(200);
    await Promise.all([own.ended, other.ended]);
    expect(other.events().at(-1)).toMatchObject({ name: 'signed_out' });
    expect(own.events().at(-1)).toMatchObject({ name: 'signed_out' });
    expect(heard).toEqual([
      { name: 'signed_out', data: { except_session_id: here.sessionId } },
      { name: 'signed_out', data: { session_id: here.sessionId } },
    ]);
  });

  test('ends no API key', async () => {
    const here = await api.signIn();
    const asked = { token: here.token, body: { name: 'test', scopes: ['read'] } };
    const { key } = (await api.post<NewApiKey>('/api-keys', asked)).body.data;
    await leaveEverywhere(here);
    expect((await api.get('/v1/credits', { token: key })).status).toBe(200);
  });

  test('is refused without a session', async () => {
    expect((await api.post('/auth/logout-everywhere')).status).toBe(401);
  });

  test('can be asked for twenty times an hour', async () => {
    const { userId } = await api.signIn();
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await leaveEverywhere(await api.openSession(userId))).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  });
});
