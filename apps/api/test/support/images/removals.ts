import type { Answer } from '@app/contracts';
import { afterAll, afterEach, beforeEach, expect, jest } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SessionKeeper } from '../../../src/modules/auth/application/session-keeper.js';
import { PurgeImages } from '../../../src/modules/images/files/clean-up/purge-images.js';
import { ResolveIdentity } from '../../../src/modules/users/application/resolve-identity.js';
import { RemovalSweeper } from '../../../src/modules/users/jobs/removal-sweeper.js';
import { row, rows } from '../../../src/platform/database/rows.js';
import { useApp, type Answered, type AppOptions, type SignedIn, type TestApp } from '../app.js';
import { FILES_DIR } from '../config.js';
import { giveUnits } from '../credits/credits.js';
import { expectInvariants } from '../credits/invariants.js';
import { keysOf } from './painting.js';
import { storageOf } from './work.js';

/** Words by which a person would be known. */
export const NAME = 'Quillon Zephyrhart';
export const EMAIL = 'quillon.zephyrhart@canary.example';
export const AVATAR = 'https://avatars.example.test/u/7741-canary.png';
export const PROMPT = 'a vermilion kestrel over saltmarsh 龘靐';
const NEGATIVE = 'no blurred zeppelins';
export const IDEMPOTENCY_KEY = 'canary-key-quillon';
/** The last ones are parts: an index of words, or of pairs of signs, would keep them. */
export const CANARIES = [NAME, EMAIL, AVATAR, PROMPT, NEGATIVE, IDEMPOTENCY_KEY, '龘靐', 'kestrel', 'zeppelin'];

export interface Person extends SignedIn {
  subject: string;
}

/** Somebody with credits and canaries everywhere, in an application with a storage of its own; new for each test. */
export class RemovalTests {
  /** Read inside tests only. */
  person: Person = { subject: '', userId: '', sessionId: '', token: '', refreshToken: '' };

  constructor(readonly app: TestApp) {}

  get = <T>(type: Type<T>): T => this.app.app.get(type, { strict: false });
  sweepRemovals = (): Promise<number> => this.get(RemovalSweeper).sweep();
  sweepFiles = async (): Promise<void> => void (await this.get(PurgeImages).run());

  /** Signs somebody in as the provider describes them; the same `subject` is the same person. */
  async signIn(subject: string = randomUUID()): Promise<Person> {
    const { user } = await this.get(ResolveIdentity).run(
      { provider: 'google', subject, email: EMAIL, emailVerified: false, names: [NAME], avatarUrl: AVATAR },
      'en-US',
    );
    const { sessionId, tokens } = await this.get(SessionKeeper).open(user.id);
    return { subject, userId: user.id, sessionId, token: tokens.access_token, refreshToken: tokens.refresh_token };
  }

  /** The token of another browser of the same person. */
  async secondSession({ userId }: SignedIn): Promise<string> {
    return (await this.get(SessionKeeper).open(userId)).tokens.access_token;
  }

  async generate({ token }: SignedIn = this.person, key: string = randomUUID()): Promise<string> {
    const body = { prompt: PROMPT, negative_prompt: NEGATIVE };
    const headers = { 'idempotency-key': key };
    const made = await this.app.post<Answer<'images.generate'>>('/images/generate', { token, body, headers });
    expect(made.status).toBe(202);
    return made.body.data.id;
  }

  remove({ token }: SignedIn = this.person): Promise<Answered> {
    return this.app.request('DELETE', '/users/account', { token });
  }

  /** What a browser gets that has this address and no token. */
  statusOf = async (path: string): Promise<number> => {
    const response = await fetch(`${this.app.url}${path}`);
    await response.arrayBuffer();
    return response.status;
  };

  async addressesOf({ token }: SignedIn, id: string): Promise<string[]> {
    const { body } = await this.app.get<Answer<'images.show'>>(`/images/${id}`, { token });
    return [body.data.url ?? '', ...body.data.thumbnails.map(({ url }) => url)];
  }

  filesOf = async (...ids: string[]): Promise<string[]> =>
    (await keysOf(storageOf(this.app))).filter((key) => ids.some((id) => key.includes(id)));

  /** Lets time pass for the removal, as if it had been asked for so long ago; it is due then. */
  ageRemoval = (userId: string, seconds: number): Promise<unknown> =>
    rows(
      this.app.dataSource,
      `update account_removals set requested_at = requested_at - $2 * interval '1 s', due_at = now() where user_id = $1`,
      [userId, seconds],
    );

  async isFinished(userId: string): Promise<boolean> {
    const removal = await row<{ done: boolean }>(
      this.app.dataSource,
      `select finished_at is not null as done from account_removals where user_id = $1`,
      [userId],
    );
    return removal?.done === true;
  }

  /** Nothing is open of a person, and nothing can be spent or is held. */
  async expectNothingOpen(userId: string): Promise<void> {
    const left = await row(
      this.app.dataSource,
      `select (select count(*) from generations where user_id = $1 and finished_at is null) as open,
              (select available from credit_accounts where user_id = $1) as available,
              (select reserved from credit_accounts where user_id = $1) as reserved`,
      [userId],
    );
    expect(left).toEqual({ open: 0, available: 0, reserved: 0 });
  }

  /** So that the next test finds only words of its own, and no removal but its own is due. */
  async forgetAll(): Promise<void> {
    for (const statement of [
      `update users set name = 'x', email = null, avatar_url = null`,
      `update identities set email = null`,
      `update generations set prompt = 'x', negative_prompt = null, idem_key = null, body_hash = null`,
      `delete from email_tokens`,
      `update account_removals set finished_at = now() where finished_at is null`,
    ])
      await rows(this.app.dataSource, statement);
  }
}

export function useRemovals(options: Pick<AppOptions, 'onCreated'> = {}): RemovalTests {
  const dir = mkdtempSync(join(FILES_DIR, 'removals-'));
  const tests = new RemovalTests(useApp({ ...options, env: { STORAGE_DIR: dir, IN_FLIGHT_FREE: '1000' }, pool: 30 }));
  beforeEach(async () => {
    tests.person = await tests.signIn();
    await giveUnits(tests.app.dataSource, tests.person.userId, 10_000);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await expectInvariants(tests.app.dataSource);
    await tests.forgetAll();
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  return tests;
}
