import { describe, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { findInTables } from '../../../test/support/database/canaries.js';
import { giveUnits } from '../../../test/support/credits/credits.js';
import { createWorker, FakeEngine, goodImage } from '../../../test/support/images/painting.js';
import { RACE_ROUNDS } from '../../../test/support/timing/race-rounds.js';
import { CANARIES, EMAIL, NAME, PROMPT, useRemovals } from '../../../test/support/images/removals.js';
import { until } from '../../../test/support/timing/until.js';
import { beginWork, deliverImage, storageOf } from '../../../test/support/images/work.js';
import { row, rows } from '../../platform/database/rows.js';
import { SessionKeeper } from '../auth/application/session-keeper.js';
import { EraseImages } from '../images/erasure/erase-images.js';
import { AccountErasers } from './application/account-erasers.js';
import { AdminCommands, parseAdminCommand } from '../subscriptions/index.js';

const t = useRemovals();

describe('work that is on its way', () => {
  test('comes to nothing, also what is being painted: its credits are back, and expire with the account', async () => {
    const [waiting, begun] = [await t.generate(), await t.generate()];
    await beginWork(t.app, begun);
    await t.remove();
    await t.expectNothingOpen(t.person.userId);
    expect(
      await rows(t.app.dataSource, `select status, error_code from images where id = any($1)`, [[waiting, begun]]),
    ).toEqual([
      { status: 'cancelled', error_code: 'CANCELLED' },
      { status: 'cancelled', error_code: 'CANCELLED' },
    ]);
  });

  test('of a worker that paints at this moment leaves no file and no charge', async () => {
    const engine = new FakeEngine();
    let finishPainting = (): void => undefined;
    engine.answer = async (request) => {
      await new Promise<void>((resolve) => (finishPainting = resolve));
      return goodImage(request);
    };
    const worker = await createWorker(t.app.dataSource, { engine, storage: storageOf(t.app) });
    const id = await t.generate();
    await rows(t.app.dataSource, `update images set width = 64, height = 64 where id = $1`, [id]);
    const painting = worker.run(id);
    await until(() => engine.calls.length === 1);
    await t.remove();
    finishPainting();
    await painting;
    await worker.module.close();
    await t.sweepFiles();
    expect(await t.filesOf(id)).toEqual([]);
    await t.expectNothingOpen(t.person.userId);
    expect(await row(t.app.dataSource, `select object_key from images where id = $1`, [id])).toEqual({
      object_key: null,
    });
    expect(
      await row(
        t.app.dataSource,
        `select count(*) as charges from ledger_entries where kind = 'settle' and user_id = $1`,
        [t.person.userId],
      ),
    ).toEqual({ charges: 0 });
  });

  test('asked for at the same moment is accepted and taken back, or refused: nothing is left open', async () => {
    for (let round = 0; round < RACE_ROUNDS; round += 1) {
      const racer = await t.signIn();
      await giveUnits(t.app.dataSource, racer.userId, 10_000);
      const asked = Array.from({ length: 8 }, () =>
        t.app.post('/images/generate', { token: racer.token, body: { prompt: PROMPT } }),
      );
      const [removed, ...answers] = await Promise.all([t.remove(racer), ...asked]);
      expect(removed.status).toBe(200);
      for (const { status } of answers) expect([202, 401, 402]).toContain(status);
      await t.ageRemoval(racer.userId, 0);
      await t.sweepRemovals();
      await t.expectNothingOpen(racer.userId);
    }
  });

  test('of other kinds at the same moment is over after the last look', async () => {
    const id = await t.generate();
    await deliverImage(t.app, id);
    const [removed] = await Promise.all([
      t.remove(),
      ...['/images/stats', '/quota', '/users/me/daily-bonus'].map((path) => t.app.get(path, { token: t.person.token })),
      t.app.post(`/images/${id}/favorite`, { token: t.person.token }),
      t.app.post('/users/me/login', { token: t.person.token }),
      t.app.request('PATCH', '/users/profile', { token: t.person.token, body: { name: NAME } }),
      t.app.post('/auth/resend-verification', { token: t.person.token }),
      t.app.post('/auth/refresh', { body: { refresh_token: t.person.refreshToken } }),
    ]);
    expect(removed.status).toBe(200);
    await t.ageRemoval(t.person.userId, 3600);
    expect(await t.sweepRemovals()).toBe(1);
    expect(await t.isFinished(t.person.userId)).toBe(true);
    expect(await findInTables(t.app.dataSource, CANARIES)).toEqual([]);
    await t.expectNothingOpen(t.person.userId);
  });
});

describe('an operator', () => {
  const admin = (...args: string[]) =>
    t.get(AdminCommands).run(parseAdminCommand(['delete', ...args, '--reason', 'asked by letter', '--by', 'ann']));
  const audit = () =>
    rows(t.app.dataSource, `select actor, action, user_id as "userId", details from admin_audit where user_id = $1`, [
      t.person.userId,
    ]);

  test('deletes what the person could have deleted, with files and sessions, and leaves a line without the e-mail', async () => {
    const id = await t.generate();
    await deliverImage(t.app, id);
    await t.generate();
    await admin(EMAIL.toUpperCase(), '--yes');
    expect((await t.app.get('/auth/verify', { token: t.person.token })).status).toBe(401);
    await t.ageRemoval(t.person.userId, 3600);
    await t.sweepRemovals();
    await t.sweepFiles();
    expect(await t.isFinished(t.person.userId)).toBe(true);
    expect(await t.filesOf(id)).toEqual([]);
    expect(await findInTables(t.app.dataSource, CANARIES)).toEqual([]);
    await t.expectNothingOpen(t.person.userId);
    expect(await audit()).toEqual([
      {
        actor: 'ann',
        action: 'delete',
        userId: t.person.userId,
        details: { person: t.person.userId, isConfirmed: true, reason: 'asked by letter' },
      },
    ]);
  });

  test('deletes nothing without --yes, of an e-mail of two accounts, or of nobody', async () => {
    await expect(admin(t.person.userId)).rejects.toThrow('Add --yes');
    const other = await t.signIn();
    await expect(admin(EMAIL, '--yes')).rejects.toThrow(other.userId);
    await expect(admin(randomUUID(), '--yes')).rejects.toThrow('There is no account');
    expect((await t.app.get('/auth/verify', { token: t.person.token })).status).toBe(200);
    expect(await audit()).toEqual([]);
  });
});

describe('what the request did not finish', () => {
  test('is finished by the sweeper, whether it failed or its process died', async () => {
    const id = await t.generate();
    await deliverImage(t.app, id);
    const eraser = jest.spyOn(t.get(EraseImages), 'eraseAfterCommit').mockRejectedValue(new Error('the disk is full'));
    expect((await t.remove()).status).toBe(200);
    expect(await findInTables(t.app.dataSource, ['kestrel'])).toContain('generations.prompt: kestrel');
    await t.ageRemoval(t.person.userId, 0);
    expect(await t.sweepRemovals()).toBe(0);
    eraser.mockRestore();
    // Others come first after a failure.
    expect(await t.sweepRemovals()).toBe(0);
    await t.ageRemoval(t.person.userId, 0);
    expect(await t.sweepRemovals()).toBe(1);
    expect(await findInTables(t.app.dataSource, ['kestrel'])).toEqual([]);
    await t.sweepFiles();
    expect(await t.filesOf(id)).toEqual([]);
  });

  test('of a part that fails holds up no other, and is tried again', async () => {
    const id = await t.generate();
    await deliverImage(t.app, id);
    const erasers = t.get(AccountErasers).inOrder();
    const failing = erasers.map((eraser) => jest.spyOn(eraser, 'eraseAfterCommit'));
    for (const [index, { part }] of erasers.entries())
      if (part !== 'images') failing[index]?.mockRejectedValue(new Error('the payment service is gone'));
    expect((await t.remove()).status).toBe(200);
    expect(await findInTables(t.app.dataSource, ['kestrel'])).toEqual([]);
    await t.sweepFiles();
    expect(await t.filesOf(id)).toEqual([]);
    await t.ageRemoval(t.person.userId, 3600);
    expect(await t.sweepRemovals()).toBe(0);
    for (const spy of failing) spy.mockRestore();
    await t.ageRemoval(t.person.userId, 0);
    expect(await t.sweepRemovals()).toBe(1);
    expect(await t.isFinished(t.person.userId)).toBe(true);
  });

  test('is looked at once more when no request of before can run any more, and only then it is done', async () => {
    const id = await t.generate();
    await deliverImage(t.app, id);
    await t.remove();
    await t.ageRemoval(t.person.userId, 60);
    expect(await t.sweepRemovals()).toBe(1);
    expect(await t.isFinished(t.person.userId)).toBe(false);
    // What somebody wrote who had begun before the removal.
    await rows(t.app.dataSource, `insert into favorites (user_id, image_id, seq) values ($1, $2, 99)`, [
      t.person.userId,
      id,
    ]);
    await rows(
      t.app.dataSource,
      `insert into email_tokens (hash, user_id, email, expires_at) values ('\\x01', $1, $2, now())`,
      [t.person.userId, EMAIL],
    );
    await t.get(SessionKeeper).open(t.person.userId);
    await t.ageRemoval(t.person.userId, 3600);
    expect(await t.sweepRemovals()).toBe(1);
    expect(await t.isFinished(t.person.userId)).toBe(true);
    for (const [table, also] of [
      ['favorites', ''],
      ['email_tokens', ''],
      ['sessions', 'and revoked_at is null'],
    ]) {
      expect([
        table,
        await rows(t.app.dataSource, `select 1 from ${table} where user_id = $1 ${also}`, [t.person.userId]),
      ]).toEqual([table, []]);
    }
    expect(await t.sweepRemovals()).toBe(0);
  });

  test('of a long history goes on where time was up', async () => {
    await rows(
      t.app.dataSource,
      `insert into generations (id, user_id, seq, prompt, model, style, size, quality, output_format, seed, count, unit_price, priority, deadline, status, finished_at)
       select gen_random_uuid(), $1, 1000 + n, 'kestrel ' || n, 'sd3.5-medium', 'enhance', '1:1', 'standard', 'png', 1, 1, 35, 10, now(), 'failed', now()
         from generate_series(1, 1200) n`,
      [t.person.userId],
    );
    const eraser = t.get(EraseImages);
    const stop = new AbortController();
    stop.abort();
    expect(await eraser.eraseAfterCommit(t.person.userId, stop.signal)).toBe(false);
    expect(await eraser.eraseAfterCommit(t.person.userId, new AbortController().signal)).toBe(true);
    expect(await findInTables(t.app.dataSource, ['kestrel'])).toEqual([]);
    await rows(t.app.dataSource, `delete from generations where user_id = $1`, [t.person.userId]);
  });
});
