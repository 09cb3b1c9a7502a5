import type { Defect } from './defect.js';

const AUTH = 'modules/auth';

/** Guards of signing in and staying so. */
export const SIGN_IN_DEFECTS: Defect[] = [
  {
    name: 'a stolen refresh token is only refused',
    guard: 'reuse ends the family',
    edits: [
      {
        file: `${AUTH}/application/refresh-session.ts`,
        find: `await this.sessions.revoke(tx, owner.sessionId, 'token_reuse');`,
        replace: '',
      },
    ],
    test: `${AUTH}/session.db.spec.ts`,
    only: 'a refresh',
  },
  {
    name: 'a refresh whose answer was lost signs out',
    guard: 'the same successor within the grace',
    edits: [
      {
        file: `${AUTH}/application/refresh-session.ts`,
        find: 'if (used.isRepeatable && used.successorSealed) {',
        replace: 'if (!used.isRepeatable && used.successorSealed) {',
      },
    ],
    test: `${AUTH}/session.db.spec.ts`,
    only: 'whose answer was lost',
    symptom: 'REFRESH_TOKEN_INVALID',
  },
  {
    name: 'a token is repeatable although its successor was used',
    guard: 'grace ends with the use of the successor',
    edits: [
      {
        file: `${AUTH}/persistence/refresh-tokens.ts`,
        find: 'coalesce(n.used_at is null and n.created_at',
        replace: 'coalesce(n.created_at',
      },
    ],
    test: `${AUTH}/session.db.spec.ts`,
    only: 'a refresh',
  },
  {
    name: 'a token is repeatable for ever',
    guard: 'grace of a minute',
    edits: [
      {
        file: `${AUTH}/persistence/refresh-tokens.ts`,
        find: 'now() - make_interval(secs => $2), false)',
        replace: 'now() - make_interval(years => $2), false)',
      },
    ],
    test: `${AUTH}/session.db.spec.ts`,
    only: 'more than 60 s ago',
  },
  {
    name: 'a refresh token has two successors',
    guard: 'single use of a refresh token',
    edits: [
      {
        file: `${AUTH}/persistence/refresh-tokens.ts`,
        find: 'where hash = $1 and used_at is null and expires_at > now()',
        replace: 'where hash = $1 and expires_at > now()',
      },
    ],
    test: `${AUTH}/session.db.spec.ts`,
    only: 'a refresh',
  },
  {
    name: 'signing out does not act on access tokens',
    guard: 'the session is asked each time',
    edits: [
      {
        file: `${AUTH}/persistence/sessions.ts`,
        find: 'where s.id = $1 and s.revoked_at is null and s.absolute_expiry',
        replace: 'where s.id = $1 and s.absolute_expiry',
      },
    ],
    test: `${AUTH}/session.db.spec.ts`,
    only: 'signing out',
  },
  {
    name: 'a login is good in another browser',
    guard: 'login bound to its browser',
    edits: [
      {
        file: `${AUTH}/application/claim-login.ts`,
        find: 'if (!login || !secret || login.provider',
        replace: 'if (!login || login.provider',
      },
      {
        file: `${AUTH}/application/claim-login.ts`,
        find: `const verifier = unseal(login.verifierSealed, derivedKey(this.config, 'oauth-state'), secret);`,
        replace: `const verifier = secret ? unseal(login.verifierSealed, derivedKey(this.config, 'oauth-state'), secret) : 'x';`,
      },
    ],
    test: `${AUTH}/login.db.spec.ts`,
    only: 'comes from another browser',
  },
  {
    name: 'a login is good at another provider',
    guard: 'login bound to its provider',
    edits: [
      {
        file: `${AUTH}/application/claim-login.ts`,
        find: '|| login.provider !== provider) throw',
        replace: ') throw',
      },
    ],
    test: `${AUTH}/login.db.spec.ts`,
    only: 'was begun at the other provider',
  },
  {
    name: 'a login can be used twice',
    guard: 'single use of a login',
    edits: [
      {
        file: `${AUTH}/persistence/login-states.ts`,
        find: 'where state_hash = $1 and used_at is null and expires_at > now()',
        replace: 'where state_hash = $1 and expires_at > now()',
      },
    ],
    test: `${AUTH}/login.db.spec.ts`,
    only: 'comes a second time|comes twice at once|is spent by that',
  },
  {
    name: 'a code is exchanged without its verifier',
    guard: 'PKCE',
    edits: [
      {
        file: `${AUTH}/providers/headless.ts`,
        find: `done(null, request.pass.verifier as unknown as boolean, state);`,
        replace: `done(null, true, state);`,
      },
    ],
    test: `${AUTH}/login.db.spec.ts`,
    only: 'signing in',
  },
  {
    name: 'an address is enough to come into an account',
    guard: 'accounts by provider and subject',
    edits: [
      {
        file: 'modules/users/application/resolve-identity.ts',
        find: 'where i.provider = $1 and i.subject = $2 and u.deleted_at is null',
        replace: 'where (i.provider = $1 and i.subject = $2 or i.email = $3) and u.deleted_at is null',
      },
      {
        file: 'modules/users/application/resolve-identity.ts',
        find: 'await row<KnownUser>(tx, FIND, [provider, subject]);',
        replace: 'await row<KnownUser>(tx, FIND, [provider, subject, incoming.email]);',
      },
    ],
    test: `${AUTH}/accounts.db.spec.ts`,
    only: 'accounts',
  },
];
