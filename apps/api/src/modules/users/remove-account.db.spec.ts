import type { Answer } from '@app/contracts';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SignedIn } from '../../../test/support/app.js';
import { findInFiles, findInTables } from '../../../test/support/database/canaries.js';
import { giveUnits } from '../../../test/support/credits/credits.js';
import { untilBlocked } from '../../../test/support/database/database-locks.js';
import { CANARIES, EMAIL, IDEMPOTENCY_KEY, PROMPT, useRemovals } from '../../../test/support/images/removals.js';
import { deliverImage, failImage, storageOf } from '../../../test/support/images/work.js';
import { untilDayIsLong } from '../../../test/support/timing/one-day.js';
import { repeatUnavailable } from '../../../test/support/http/repeat-unavailable.js';
import { row, rows } from '../../platform/database/rows.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { EmailVerification } from '../auth/application/email-verification.js';
import { EraseImages } from '../images/erasure/erase-images.js';
import { erasePerson } from './persistence/account-removals.js';

const t = useRemovals();

/** Tables with rows of a person beside the person's own. */
async function rowsOf(userId: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    t.app.dataSource,
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id' order by 1`,
  );
  const found = await Promise.all(
    tables.map(({ name }) => row(t.app.dataSource, `select 1 from "${name}" where user_id = $1 limit 1`, [userId])),
  );
  return tables.filter((_, i) => found[i] !== null).map(({ name }) => name);
}

describe('after DELETE /users/account', () => {
  test('no table and no file holds anything of the person', async () => {
    const [delivered, failed, hidden] = [
      await t.generate(t.person, IDEMPOTENCY_KEY),
      await t.generate(),
      await t.generate(),
    ];
    await deliverImage(t.app, delivered);
    await deliverImage(t.app, hidden);
    await failImage(t.app, failed, 'CONTENT_REJECTED');
    await t.generate();
    await t.app.post(`/images/${delivered}/favorite`, { token: t.person.token });
    await t.app.post(`/images/${delivered}/share`, { token: t.person.token });
    await t.app.request('PATCH', '/users/me/preferences', {
      token: t.person.token,
      body: { emailNotifications: false, marketingEmails: true, timezone: 'Europe/London' },
    });
    await t.app.request('PUT', '/subscriptions/billing-details', {
      token: t.person.token,
      body: { company: 'Kestrel GmbH', tax_id: 'DE 1 kestrel', address: 'Kestrel 1' },
    });
    await t.app.post('/images/exports', { token: t.person.token, body: { format: 'json' } });
    await rows(
      t.app.dataSource,
      `update images set deleted_at = now(), purge_at = now() + interval '1 h' where id = $1`,
      [hidden],
    );
    await rows(t.app.dataSource, `update images set engine_request_id = 'kestrel-1' where id = $1`, [delivered]);
    await rows(t.app.dataSource, `update generations set understood = '[{"start": 0, "end": 1}]' where id = $1`, [
      delivered,
    ]);
    await t.get(EmailVerification).ask(t.person.userId, EMAIL);
    await rows(
      t.app.dataSource,
      `insert into oauth_states (state_hash, provider, browser_hash, verifier_sealed, redirect_path, expires_at, used_at)
       values ('\\x01', 'google', '\\x01', '\\x01', '/gallery?q=kestrel', now() + interval '1 min', now())`,
    );
    const written = await findInTables(t.app.dataSource, CANARIES);
    const where = new Set(written.map((line) => line.split(':')[0]));
    expect([...where]).toEqual(
      expect.arrayContaining([
        'billing_details.address',
        'billing_details.company',
        'billing_details.tax_id',
        'email_tokens.email',
        'generations.idem_key',
        'generations.negative_prompt',
        'generations.prompt',
        'identities.email',
        'images.engine_request_id',
        'oauth_states.redirect_path',
        'users.avatar_url',
        'users.email',
        'users.name',
      ]),
    );

    expect(await t.remove()).toMatchObject({ status: 200, body: { success: true, data: null } });
    expect(await findInTables(t.app.dataSource, [...CANARIES, t.person.subject])).toEqual([]);
    await t.expectNothingOpen(t.person.userId);
    const {
      id: _id,
      created_at: _created,
      deleted_at: _deleted,
      ...bare
    } = (await row<Record<string, unknown>>(t.app.dataSource, `select * from users where id = $1`, [
      t.person.userId,
    ])) ?? {};
    expect(bare).toEqual({
      name: '-',
      email: null,
      email_verified: false,
      avatar_url: null,
      plan: 'free',
      email_notifications: true,
      marketing_emails: false,
      language: 'zh-CN',
      timezone: 'Asia/Shanghai',
    });
    expect(await rowsOf(t.person.userId)).toEqual([
      'account_removals',
      'credit_accounts',
      'credit_grants',
      'generations',
      'holds',
      'images',
      'ledger_entries',
      'sessions',
      'spending_days',
    ]);
    expect(await t.filesOf(delivered, failed, hidden)).toHaveLength(6);
    await t.sweepFiles();
    expect(await t.filesOf(delivered, failed, hidden)).toEqual([]);
    expect(await findInFiles(storageOf(t.app), CANARIES)).toEqual([]);
    expect(
      await rows(
        t.app.dataSource,
        `select distinct thumbhash is null and octet_length(coalesce(sha256, '')) = 0 and deleted_at is not null as bare
           from images where user_id = $1`,
        [t.person.userId],
      ),
    ).toEqual([{ bare: true }]);
  });

  test('a copy of what was stored would have been found in a file', async () => {
    await storageOf(t.app).put('pictures/canary.png', Buffer.from(`xx${PROMPT}xx`), 'image/png');
    expect(await findInFiles(storageOf(t.app), ['kestrel', 'nowhere'])).toEqual(['pictures/canary.png: kestrel']);
    await storageOf(t.app).remove('pictures/canary.png');
  });

  test('every token of every session is dead, and the call cannot be repeated', async () => {
    const other = await t.secondSession(t.person);
    expect((await t.remove()).status).toBe(200);
    for (const token of [t.person.token, other]) {
      expect((await t.app.get('/users/profile', { token })).status).toBe(401);
      expect(await t.app.request('DELETE', '/users/account', { token })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED' },
      });
    }
    const refreshed = await t.app.post('/auth/refresh', { body: { refresh_token: t.person.refreshToken } });
    expect(refreshed).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_INVALID' } });
    expect(
      await rows(t.app.dataSource, `select distinct revoke_reason from sessions where user_id = $1`, [t.person.userId]),
    ).toEqual([{ revoke_reason: 'account_deleted' }]);
  });

  test('of ten requests at once one is answered, the others have no account any more', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => repeatUnavailable(() => t.remove())));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
  });

  test('addresses of the images lead nowhere, before a single row of them was touched', async () => {
    const id = await t.generate();
    await deliverImage(t.app, id);
    const addresses = await t.addressesOf(t.person, id);
    expect(await Promise.all(addresses.map(t.statusOf))).toEqual(addresses.map(() => 200));
    jest.spyOn(t.get(EraseImages), 'eraseAfterCommit').mockResolvedValue(false);
    expect((await t.remove()).status).toBe(200);
    expect(await Promise.all(addresses.map(t.statusOf))).toEqual(addresses.map(() => 404));
  });

  test('links to shared images and tickets for archives are dead, before a single image was touched', async () => {
    const id = await t.generate();
    await deliverImage(t.app, id);
    const { token } = t.person;
    const share = await t.app.post<Answer<'images.share'>>(`/images/${id}/share`, { token });
    const ticket = await t.app.post<Answer<'images.createExport'>>('/images/exports', {
      token,
      body: { format: 'json' },
    });
    const doors = [`/api/images/shared/${share.body.data.token}`, ticket.body.data.url];
    expect(await t.statusOf(doors[0] ?? '')).toBe(200);
    jest.spyOn(t.get(EraseImages), 'eraseAfterCommit').mockResolvedValue(false);
    await t.remove();
    expect(await Promise.all(doors.map(t.statusOf))).toEqual([404, 404]);
  });

  test('somebody else finds everything as it was', async () => {
    const stranger = await t.signIn();
    await giveUnits(t.app.dataSource, stranger.userId, 1000);
    const [delivered] = [await t.generate(stranger), await t.generate(stranger)];
    await deliverImage(t.app, delivered);
    await t.app.post(`/images/${delivered}/favorite`, { token: stranger.token });
    const look = async () => {
      const paths = [
        '/users/profile',
        '/users/me/preferences',
        '/images',
        '/images/generations',
        '/quota',
        '/images/stats',
      ];
      const answers = await Promise.all(paths.map((path) => t.app.get(path, { token: stranger.token })));
      return JSON.stringify(answers.map(({ status, body }) => [status, body])).replaceAll(
        /"(queue|estimated_\w+)":[^}]*}?/g,
        '',
      );
    };
    const before = await look();
    await t.remove();
    await t.sweepRemovals();
    expect(await look()).toBe(before);
    expect(await t.statusOf((await t.addressesOf(stranger, delivered))[0] ?? '')).toBe(200);
  });
});

describe('who comes back with the same identity', () => {
  beforeEach(untilDayIsLong);

  test('has a new account, and neither the free month nor the bonus of the day again', async () => {
    const newcomer = await t.signIn();
    const first = await t.app.get<Answer<'quota.show'>>('/quota', { token: newcomer.token });
    expect(first.body.data.totalCredits).toBe(5);
    const claim = ({ token }: SignedIn) => t.app.post<Answer<'dailyBonus.claim'>>('/users/me/login', { token });
    expect((await claim(newcomer)).body.data.dailyBonusClaimed).toBe(true);
    await t.remove(newcomer);

    const again = await t.signIn(newcomer.subject);
    expect(again.userId).not.toBe(newcomer.userId);
    expect((await claim(again)).body.data.dailyBonusClaimed).toBe(false);
    const status = await t.app.get<Answer<'dailyBonus.status'>>('/users/me/daily-bonus', { token: again.token });
    expect(status.body.data).toMatchObject({
      canClaim: false,
      monthlyCount: 1,
      lastClaimDate: new Date().toISOString().slice(0, 10),
    });
    const quota = await t.app.get<Answer<'quota.show'>>('/quota', { token: again.token });
    expect(quota.body.data).toMatchObject({ totalCredits: 0, remainingCredits: 0 });
    expect((await t.app.get<Answer<'images.list'>>('/images', { token: again.token })).body.data.total).toBe(0);
  });

  test('while the removal is about to be written, waits for it and has a new account', async () => {
    const { userId, subject } = t.person;
    const { waiting } = await inTransaction(t.app.dataSource, async (tx) => {
      await erasePerson(tx, userId);
      const signingIn = t.signIn(subject);
      await untilBlocked(tx);
      return { waiting: signingIn };
    });
    expect((await waiting).userId).not.toBe(userId);
    expect(await row(t.app.dataSource, `select email, name from users where id = $1`, [userId])).toEqual({
      email: null,
      name: '-',
    });
  });

  test('at the moment of the removal is the old account or a new one, and nothing is written to the removed one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const racer = await t.signIn();
      // A sign-in beside the deletion finds the account gone.
      const comeBack = () =>
        t.signIn(racer.subject).catch((error: unknown) => expect(error).toMatchObject({ code: 'UNAUTHENTICATED' }));
      await Promise.all([t.remove(racer), comeBack(), comeBack()]);
      const removed = await row(t.app.dataSource, `select email, avatar_url, name from users where id = $1`, [
        racer.userId,
      ]);
      expect(removed).toEqual({ email: null, avatar_url: null, name: '-' });
      const linked = await rows(
        t.app.dataSource,
        `select 1 from identities i join users u on u.id = i.user_id where i.subject = $1 and u.deleted_at is not null`,
        [racer.subject],
      );
      expect(linked).toEqual([]);
    }
  });
});
