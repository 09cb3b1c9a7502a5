import type { Mutant } from '../mutant.js';

const SESSION_TEST = 'session.db.spec.ts';
const LOGIN_TEST = 'login.db.spec.ts';

/** Guards of sign-in, ownership, sharing and limits. */
export const ACCESS_MUTANTS: readonly Mutant[] = [
  {
    name: 'a reused refresh token is only refused',
    guard: 'reuse ends the session',
    edits: [{ in: 'RefreshSession.rotate', remove: `await this.sessions.revoke(tx, owner.sessionId, 'token_reuse')` }],
    test: SESSION_TEST,
    title: 'a refresh',
  },
  {
    name: 'a refresh whose answer was lost signs out',
    guard: 'the same successor within the grace period',
    edits: [{ in: 'RefreshSession.rotate', negate: 'used.isRepeatable' }],
    test: SESSION_TEST,
    title: 'whose answer was lost',
    symptom: 'REFRESH_TOKEN_INVALID',
  },
  {
    name: 'a refresh token is repeatable after its successor was used',
    guard: 'the grace period ends with the use of the successor',
    edits: [{ sql: 'RefreshTokens.used', remove: 'n.usedAt is null' }],
    test: SESSION_TEST,
    title: 'a refresh',
  },
  {
    name: 'a refresh token is repeatable for ever',
    guard: 'grace period of a minute',
    edits: [
      {
        sql: 'RefreshTokens.used',
        replace: 'make_interval(secs => :graceSeconds)',
        by: 'make_interval(years => :graceSeconds)',
      },
    ],
    test: SESSION_TEST,
    title: 'more than 60 s ago',
  },
  {
    name: 'a refresh token has two successors',
    guard: 'single use of a refresh token',
    edits: [{ sql: 'RefreshTokens.use', remove: 'used_at is null' }],
    test: SESSION_TEST,
    title: 'a refresh',
  },
  {
    name: 'signing out leaves access tokens valid',
    guard: 'the session is read for each request',
    edits: [{ sql: 'FIND_LIVING', remove: 's.revoked_at is null' }],
    test: SESSION_TEST,
    title: 'signing out',
  },
  {
    name: 'a sign-in can be finished in another browser',
    guard: 'sign-in bound to its browser',
    edits: [
      { in: 'ClaimLogin.run', remove: '!secret' },
      {
        in: 'ClaimLogin.run',
        replace: `unseal(login.verifierSealed, derivedKey(this.config, 'oauth-state'), secret)`,
        by: `secret ? unseal(login.verifierSealed, derivedKey(this.config, 'oauth-state'), secret) : 'x'`,
      },
    ],
    test: LOGIN_TEST,
    title: 'comes from another browser',
  },
  {
    name: 'a sign-in can be finished at another provider',
    guard: 'sign-in bound to its provider',
    edits: [{ in: 'ClaimLogin.run', remove: 'login.provider !== provider' }],
    test: LOGIN_TEST,
    title: 'was begun at the other provider',
  },
  {
    name: 'a sign-in can be used twice',
    guard: 'single use of a sign-in',
    edits: [{ sql: 'LoginStates.take', remove: 'used_at is null' }],
    test: LOGIN_TEST,
    title: 'comes a second time|comes twice at once|is spent by that',
  },
  {
    name: 'a code is exchanged without its verifier',
    guard: 'PKCE',
    edits: [{ in: 'CarriedState.verify', replace: 'request.pass.verifier as unknown as boolean', by: 'true' }],
    test: LOGIN_TEST,
    title: 'signing in',
  },
  {
    name: 'an email address is enough to enter an account',
    guard: 'accounts by provider and subject',
    edits: [
      {
        sql: 'ResolveIdentity.findUser',
        replace: 'i.provider = :provider and i.subject = :subject',
        by: '(i.provider = :provider and i.subject = :subject or i.email = :email)',
      },
      {
        in: 'ResolveIdentity.resolve',
        replace: 'this.findUser(tx, { provider, subject })',
        by: 'this.findUser(tx, { ...identity, provider, subject })',
      },
    ],
    test: 'accounts.db.spec.ts',
    title: 'accounts',
  },
  {
    name: 'a user reads the image of another',
    guard: 'ownership of images',
    edits: [{ sql: 'images_gallery_items', remove: 'i.user_id = $1' }],
    test: 'ownership.db.spec.ts',
  },
  {
    name: 'a user downloads the image of another',
    guard: 'ownership of files',
    edits: [{ sql: 'BY_OWNER', remove: 'i.user_id = $2' }],
    test: 'ownership.db.spec.ts',
  },
  {
    name: 'a user deletes the image of another',
    guard: 'ownership when deleting',
    edits: [{ sql: 'lockSelection', remove: 'i.user_id = $1' }],
    test: 'deletion.db.spec.ts',
    title: 'unknown or somebody else',
  },
  {
    name: 'shared links never expire',
    guard: 'expiry of a share',
    edits: [{ in: 'ShowShared.find', remove: `if (found.is_expired) throw new AppError('SHARE_EXPIRED');` }],
    test: 'sharing.db.spec.ts',
    title: 'ends by the database',
  },
  {
    name: 'a revoked link still works',
    guard: 'revocation of a share',
    edits: [{ sql: 'BY_TOKEN', remove: 's.revoked_at is null' }],
    test: 'sharing.db.spec.ts',
    title: 'is dead the moment it is revoked',
  },
  {
    name: 'a reader of the database can open shared links',
    guard: 'only the hash of a link is stored',
    edits: [{ in: 'secretHash', replace: `createHash('sha256').update(secret).digest()`, by: 'Buffer.from(secret)' }],
    test: 'sharing.db.spec.ts',
    title: 'stands in the database as a hash',
  },
  {
    name: 'a user runs any number of exports at once',
    guard: 'one export at a time',
    edits: [{ sql: 'BEGIN', remove: 'r.lease_until <= now()' }],
    test: 'running-exports.db.spec.ts',
    title: 'one at a time',
  },
  {
    name: 'a user sends any number of requests',
    guard: 'rate limit',
    edits: [{ in: 'admitRequests', remove: `await limiters.consumeGeneral('person', userId)` }],
    test: 'throttle.db.spec.ts',
    title: 'a person',
  },
  {
    name: 'each process counts requests for itself',
    guard: 'limits shared through Redis',
    edits: [
      {
        in: 'RateLimiters.limiter',
        replace: '`${this.config.installationId}:limit:${name}`',
        by: '`${this.config.installationId}:limit:${name}:${Math.random()}`',
      },
    ],
    test: 'rate-limiters.db.spec.ts',
    title: 'several processes share one limit',
  },
  {
    name: 'without Redis every request is refused',
    guard: 'limiter in memory while Redis is away',
    edits: [{ in: 'RateLimiters.limiter', replace: 'new RateLimiterMemory({ points, duration })', by: 'undefined' }],
    test: 'rate-limiters.db.spec.ts',
    title: 'while Redis is',
  },
  {
    name: 'a call needs no token',
    guard: 'the guard denies by default',
    edits: [{ in: 'TokenGuard.canActivate', replace: `throw new AppError('UNAUTHENTICATED')`, by: 'return true' }],
    test: 'routes.db.spec.ts',
    title: 'without a living token',
  },
  {
    name: 'bodies of one address that never arrive are not bounded',
    guard: 'the oldest unfinished body makes room',
    edits: [{ in: 'boundUnfinishedBodies', replace: 'bodies.size > MOST_PER_ADDRESS', by: 'false' }],
    test: 'unfinished-bodies.db.spec.ts',
    title: 'of bodies of one address',
  },
  {
    name: 'one address opens any number of event streams',
    guard: 'bound of event streams of an address',
    edits: [{ in: 'EventStreams.enter', remove: 'here >= MOST_PER_ADDRESS' }],
    test: 'event-limits.db.spec.ts',
    title: 'one address has a bounded number of streams',
  },
  {
    name: 'an address that somebody else claims gets mails without end',
    guard: 'limit of mails by mailbox, which outlives the account',
    edits: [{ in: 'EmailTokens.add', remove: 'if (wait > 0) return wait;' }],
    test: 'email-verification.db.spec.ts',
    title: 'gets four mails an hour',
  },
  {
    name: 'an access token that was seen once never expires',
    guard: 'expiry is checked at each request',
    edits: [
      {
        in: 'AccessTokens.check',
        replace: 'this.jwt.verify(token)',
        by: `(globalThis.seen ??= new Map()).get(token) ?? globalThis.seen.set(token, this.jwt.verify(token)).get(token)`,
      },
    ],
    test: SESSION_TEST,
    title: 'is refused after its hour',
  },
  {
    name: 'a sign-in without state takes that of another provider',
    guard: 'sign-ins are looked for by provider',
    edits: [{ in: 'LoginStates.living', replace: 'IsNull()', by: `IsNull(), ...{ provider: Raw(() => 'true') }` }],
    test: LOGIN_TEST,
    title: 'a login without state is looked for',
  },
  {
    name: 'an IPv6 network signs in without limit',
    guard: 'addresses of IPv6 are counted by /64',
    edits: [
      {
        in: 'admitRequests',
        replace: 'limiters.consumeNamed(limit, address)',
        by: 'limiters.consumeNamed(limit, request.ip)',
      },
    ],
    test: 'throttle.db.spec.ts',
    title: 'all addresses of an IPv6 network',
  },
];
