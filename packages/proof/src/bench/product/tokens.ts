import { ACCESS_TOKEN_SECONDS } from '@app/contracts';
import { createHmac, randomUUID, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { builtExport } from './built-api.js';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type DerivedKey = (config: { secrets: { app: string } }, purpose: 'access-token') => KeyObject;

export async function accessTokenKey(appSecret: string): Promise<Buffer> {
  const derivedKey = await builtExport<DerivedKey>('derivedKey');
  return derivedKey({ secrets: { app: appSecret } }, 'access-token').export();
}

/** Signs an access token as the api does, for a session of `openSessions`. */
export function signToken(key: Buffer, userId: string, sessionId: string): string {
  const issued = Math.floor(Date.now() / 1000);
  const claims = {
    typ: 'access',
    sid: sessionId,
    sub: userId,
    aud: 'access',
    iat: issued,
    exp: issued + ACCESS_TOKEN_SECONDS,
    jti: randomUUID(),
  };
  const signed = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/** Opens a session for each user and returns the access tokens in the same order. */
export async function openSessions(
  database: pg.Pool,
  appSecret: string,
  userIds: readonly string[],
): Promise<string[]> {
  const key = await accessTokenKey(appSecret);
  const { rows } = await database.query<{ id: string }>(
    `insert into sessions (user_id, absolute_expiry)
     select user_id, now() + interval '1 day' from unnest($1::uuid[]) with ordinality as one (user_id, n) order by n
     returning id`,
    [userIds],
  );
  return userIds.map((userId, index) => signToken(key, userId, rows[index]?.id ?? ''));
}
