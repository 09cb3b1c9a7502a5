import { describe, expect, jest, test } from '@jest/globals';
import type { TokenPair } from '@app/contracts';
import { JwtService } from '@nestjs/jwt';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { expectUnchanged } from '../../../test/support/database/unchanged.js';
import { testConfig } from '../../../test/support/config.js';
import { row, rows } from '../../platform/database/rows.js';
import { derivedKey } from '../../platform/config/keys.js';
import { USER_EVENTS, type UserEvent, type UserEvents } from '../../platform/events/user-events.js';
import { CleanUp } from './application/clean-up.js';

const api = useApp();

const refresh = (refreshToken: unknown) =>
  api.post<TokenPair>('/auth/refresh', { body: { refresh_token: refreshToken } });
const next = async (refreshToken: string): Promise<TokenPair> => {
  const answer = await refresh(refreshToken);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
};
const isAlive = async (token: string) => (await api.get('/auth/verify', { token })).status === 200;
const session = (id: string) =>
  row<{ revoke_reason: string | null }>(api.dataSource, 'select revoke_reason from sessions where id = $1', [id]);
const expectRefused = async (refreshToken: string) =>
  expect(await refresh(refreshToken)).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_INVALID' } });
const age = (seconds: number) =>
  api.dataSource.query(
    `update refresh_tokens set created_at = created_at - make_interval(secs => $1), used_at = used_at - make_interval(secs => $1)`,
    [seconds],
  );

/** No session has two living tokens, and no token two successors. */
const expectOneLine = async () => {
  expect(
    await rows(
      api.dataSource,
      `select session_id from refresh_tokens where used_at is null group by 1 having count(*) > 1`,
    ),
  ).toEqual([]);
};

describe('a refresh', () => {
  test('gives a new pair, and both access tokens work', async () => {
    const { token, refreshToken } = await api.signIn();
    const pair = await next(refreshToken);

    expect(pair).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(pair.refresh_token).not.toBe(refreshToken);
    expect(await isAlive(pair.access_token)).toBe(true);
    expect(await isAlive(token)).toBe(true);
  });

  test('whose answer was lost gives the same successor again, until that one is used', async () => {
    const { refreshToken, sessionId } = await api.signIn();
    const first = await next(refreshToken);
    expect((await next(refreshToken)).refresh_token).toBe(first.refresh_token);
    expect((await next(refreshToken)).refresh_token).toBe(first.refresh_token);

    const second = await next(first.refresh_token);
    await expectRefused(refreshToken);
    expect(await session(sessionId)).toEqual({ revoke_reason: 'token_reuse' });
    await expectRefused(second.refresh_token);
    expect(await isAlive(second.access_token)).toBe(false);
  });

  test('asked fifty times at once gives one successor', async () => {
    const { refreshToken } = await api.signIn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)));

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.refresh_token)).size).toBe(1);
    await expectOneLine();
  });

  test('of two tabs that go on by themselves keeps both signed in', async () => {
    const { refreshToken } = await api.signIn();
    let current = refreshToken;
    for (let i = 0; i < 10; i++) {
      const [a, b] = await Promise.all([next(current), next(current)]);
      expect(a.refresh_token).toBe(b.refresh_token);
      current = a.refresh_token;
    }
    await expectOneLine();
  });

  test('with a token used more than 60 s ago ends the session, although its successor is unused', async () => {
    const { refreshToken, sessionId } = await api.signIn();
    const { refresh_token, access_token } = await next(refreshToken);
    await age(61);
    await expectRefused(refreshToken);
    expect(await session(sessionId)).toEqual({ revoke_reason: 'token_reuse' });
    await expectRefused(refresh_token);
    expect(await isAlive(access_token)).toBe(false);
  });

  test('within 59 s still gives the same successor', async () => {
    const { refreshToken } = await api.signIn();
    const { refresh_token } = await next(refreshToken);
    await age(55);
    expect((await next(refreshToken)).refresh_token).toBe(refresh_token);
  });

  test('with the token before the last ends the session, also within the grace', async () => {
    const { refreshToken, sessionId } = await api.signIn();
    const one = await next(refreshToken);
    const two = await next(one.refresh_token);
    await expectRefused(refreshToken);
    expect(await session(sessionId)).toEqual({ revoke_reason: 'token_reuse' });
    await expectRefused(two.refresh_token);
  });

  test('by a thief after the owner ends the session for both', async () => {
    const { refreshToken: stolen } = await api.signIn();
    const owner = await next((await next(stolen)).refresh_token);
    await expectRefused(stolen);
    expect(await isAlive(owner.access_token)).toBe(false);
    await expectRefused(owner.refresh_token);
  });

  test('leaves other sessions of the same person alone', async () => {
    const { refreshToken, userId } = await api.signIn();
    const other = await api.signIn();
    await api.dataSource.query('update sessions set user_id = $1 where id = $2', [userId, other.sessionId]);
    await next((await next(refreshToken)).refresh_token);
    await expectRefused(refreshToken);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  test('ends 30 days after signing in, however often it was done', async () => {
    const { refreshToken, sessionId, token } = await api.signIn();
    const { refresh_token } = await next(refreshToken);
    const days = await row<{ d: number }>(
      api.dataSource,
      `select extract(day from absolute_expiry - created_at)::int d from sessions where id = $1`,
      [sessionId],
    );
    expect(days?.d).toBe(30);
    await api.dataSource.query('update sessions set absolute_expiry = now() where id = $1', [sessionId]);
    await expectRefused(refresh_token);
    expect(await isAlive(token)).toBe(false);
  });

  test('is refused once the account is gone', async () => {
    const { refreshToken, userId, token } = await api.signIn();
    await api.dataSource.query('update users set deleted_at = now() where id = $1', [userId]);
    await expectRefused(refreshToken);
    expect(await isAlive(token)).toBe(false);
  });

  test.each([['unknown'], ['x'.repeat(1999)], ['../../etc'], ['\u0000']])('is refused for %j', async (value) => {
    await expectUnchanged(api.dataSource, () => expectRefused(value));
  });

  test.each([[['a']], [null], [7], [{}], [''], ['x'.repeat(10_000)]])('names the field for %j', async (value) => {
    const answer = await expectUnchanged(api.dataSource, () => refresh(value));
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(answer.body.details).toMatchObject([{ path: 'body.refresh_token' }]);
  });

  test('does not accept an access token, and no call accepts a refresh token', async () => {
    const { token, refreshToken } = await api.signIn();
    await expectRefused(token);
    expect(await isAlive(refreshToken)).toBe(false);
  });

  test('keeps only hashes and sealed successors', async () => {
    const { refreshToken } = await api.signIn();
    const { refresh_token } = await next(refreshToken);
    const all = await rows<{ line: string }>(
      api.dataSource,
      `select encode(hash, 'escape') || coalesce(encode(successor_sealed, 'escape'), '') line from refresh_tokens`,
    );
    const text = all.map(({ line }) => line).join('\n');
    for (const secret of [refreshToken, refresh_token]) expect(text).not.toContain(secret);
  });
});

describe('signing out', () => {
  const heardBy = (userId: string): UserEvent[] => {
    const heard: UserEvent[] = [];
    api.app.get<UserEvents>(USER_EVENTS).subscribe(userId, (event) => heard.push(event));
    return heard;
  };
  const until = async (met: () => boolean) => {
    while (!met()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  test('acts at once on both tokens and tells the streams', async () => {
    const { token, refreshToken, userId, sessionId } = await api.signIn();
    const heard = heardBy(userId);
    expect((await api.post('/auth/logout', { token })).body).toEqual({ success: true, data: null });
    expect(await isAlive(token)).toBe(false);
    await expectRefused(refreshToken);
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ name: 'signed_out', data: { session_id: sessionId } }]);
    expect(await session(sessionId)).toEqual({ revoke_reason: 'logout' });
  });

  test('twice is 401 the second time', async () => {
    const { token } = await api.signIn();
    await api.post('/auth/logout', { token });
    expect((await api.post('/auth/logout', { token })).status).toBe(401);
  });

  test('of one session leaves the others', async () => {
    const one = await api.signIn();
    const two = await api.signIn();
    await api.post('/auth/logout', { token: one.token });
    expect(await isAlive(two.token)).toBe(true);
  });

  test('by a stolen token that is noticed tells the streams, too', async () => {
    const { refreshToken, userId, sessionId } = await api.signIn();
    const heard = heardBy(userId);
    await next((await next(refreshToken)).refresh_token);
    await expectRefused(refreshToken);
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ name: 'signed_out', data: { session_id: sessionId } }]);
  });
});

describe('an access token', () => {
  const forged = (claims: object, { key = 'access-token', ...options }: Record<string, unknown> = {}) =>
    new JwtService({}).sign(claims, {
      secret: derivedKey(testConfig(), key as 'access-token') as never,
      algorithm: 'HS256',
      audience: 'access',
      expiresIn: 3600,
      ...options,
    });
  const claimsOf = ({ userId, sessionId }: SignedIn) => ({ typ: 'access', sid: sessionId, sub: userId });

  test('is accepted when made with our key (so that the refusals below have a meaning)', async () => {
    expect(await isAlive(forged(claimsOf(await api.signIn())))).toBe(true);
  });

  test.each<[string, (person: SignedIn, other: SignedIn) => string]>([
    ['has expired', (person) => forged(claimsOf(person), { expiresIn: -31 })],
    ['was signed with a key for something else', (person) => forged(claimsOf(person), { key: 'file-link' })],
    ['is for another audience', (person) => forged(claimsOf(person), { audience: 'files' })],
    ['is of another type', (person) => forged({ ...claimsOf(person), typ: 'refresh' })],
    ['names the session of somebody else', (person, other) => forged({ ...claimsOf(person), sid: other.sessionId })],
    ['names no session', ({ userId }) => forged({ typ: 'access', sub: userId })],
    ['names a session that does not exist', (person) => forged({ ...claimsOf(person), sid: person.userId })],
    ['uses a stronger algorithm than agreed', (person) => forged(claimsOf(person), { algorithm: 'HS512' })],
    [
      'has no signature',
      (person) => `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${person.token.split('.')[1]}.`,
    ],
    [
      'has a changed payload',
      ({ token }, other) => {
        const [head, , signature] = token.split('.');
        return `${head}.${other.token.split('.')[1]}.${signature}`;
      },
    ],
  ])('that %s is refused', async (_, make) => {
    const token = make(await api.signIn(), await api.signIn());
    const answer = await api.get('/users/profile', { token });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });

  test('is refused after its hour, also when it was seen before', async () => {
    const { token } = await api.signIn();
    expect(await isAlive(token)).toBe(true);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now + 3_500_000);
    expect(await isAlive(token)).toBe(true);
    jest.spyOn(Date, 'now').mockImplementation(() => now + 3_700_000);
    expect(await isAlive(token)).toBe(false);
    jest.restoreAllMocks();
  });

  test('bears a clock that is 20 s apart', async () => {
    expect(await isAlive(forged(claimsOf(await api.signIn()), { expiresIn: -20 }))).toBe(true);
  });
});

test('what has long ended is removed, what lives or has just ended stays', async () => {
  const [living, recent, ended, expired] = [
    await api.signIn(),
    await api.signIn(),
    await api.signIn(),
    await api.signIn(),
  ];
  await next(ended.refreshToken);
  const end = `update sessions set revoked_at = now() - $2::interval, revoke_reason = 'logout' where id = $1`;
  await api.dataSource.query(end, [ended.sessionId, '8 days']);
  await api.dataSource.query(end, [recent.sessionId, '6 days']);
  const expire = `update sessions set absolute_expiry = now() - interval '8 days' where id = $1`;
  await api.dataSource.query(expire, [expired.sessionId]);
  expect(await api.app.get(CleanUp, { strict: false }).run()).toBeGreaterThanOrEqual(5);
  expect([await session(ended.sessionId), await session(expired.sessionId)]).toEqual([null, null]);
  expect(await session(recent.sessionId)).toEqual({ revoke_reason: 'logout' });
  expect(await isAlive(living.token)).toBe(true);
  expect((await refresh(living.refreshToken)).status).toBe(200);
});
