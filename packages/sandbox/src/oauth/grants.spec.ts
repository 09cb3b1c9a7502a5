import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock, clockSlice } from '../kit/clock.js';
import { openSlice } from '../kit/store.js';
import { Grants, grantSlice, randomText } from './grants.js';

const CLIENT = {
  clientId: 'mine',
  clientSecret: 'secret',
  name: 'Mine',
  redirectUris: ['https://mine.example/callback'],
};
const REQUEST = {
  client: CLIENT,
  redirectUri: 'https://mine.example/callback',
  scope: ['openid'],
  state: undefined,
  codeChallenge: undefined,
};

let dir: string;
let grants: Grants;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'grants-spec-'));
  const noLog = () => undefined;
  grants = new Grants(openSlice(dir, grantSlice('spec'), noLog), new Clock(openSlice(dir, clockSlice, noLog)), {
    makeCode: () => randomText(8),
    makeToken: () => randomText(8),
    tokenLifetimeMs: undefined,
    redirectUriOptional: false,
  });
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const redeem = (code: string, clientId = 'mine') =>
  grants.redeem({ code, clientId, redirectUri: REQUEST.redirectUri, verifier: undefined });

describe('Grants', () => {
  it('refuses a code of another application without invalidating it', () => {
    const code = grants.issueCode(REQUEST, 'ada');

    expect(redeem(code, 'theirs')).toEqual({ fault: 'foreign_client' });
    expect(redeem(code)).toMatchObject({ grant: { accountId: 'ada' } });
  });

  it('maps each token to its account', () => {
    const tokens = ['ada', 'grace'].map((accountId) => {
      const result = redeem(grants.issueCode(REQUEST, accountId));
      return 'token' in result ? result.token : '';
    });

    expect(tokens.map((token) => grants.findByToken(token)?.accountId)).toEqual(['ada', 'grace']);
  });

  it('deletes the oldest grants beyond 500', () => {
    const codes = Array.from({ length: 501 }, () => grants.issueCode(REQUEST, 'ada'));

    expect(redeem(codes[0] ?? '')).toEqual({ fault: 'unknown_code' });
    expect(redeem(codes[1] ?? '')).toHaveProperty('token');
    expect(grants.list()).toHaveLength(500);
  });
});
