import { expect, test } from '@jest/globals';
import { useDatabase } from '../../../../test/support/database/database.js';
import { rows } from '../rows.js';

const db = useDatabase();

const tables = async (): Promise<string[]> =>
  (
    await rows<{ t: string }>(
      db.dataSource,
      `select table_name t from information_schema.tables where table_schema = 'public' order by 1`,
    )
  ).map((r) => r.t);

test('every migration can be undone and done again, and leaves the same tables', async () => {
  const before = await tables();
  expect(before).toContain('ledger_entries');
  for (const _ of db.dataSource.migrations) await db.dataSource.undoLastMigration();
  expect(await tables()).toEqual(['migrations']);
  await db.dataSource.runMigrations();
  expect(await tables()).toEqual(before);
});

test('the ledger refuses change, removal and emptying', async () => {
  const [user] = await rows<{ id: string }>(db.dataSource, `insert into users (name) values ('A') returning id`);
  await db.dataSource.query(`insert into credit_accounts (user_id) values ($1)`, [user?.id]);
  await db.dataSource.query(`insert into ledger_entries (user_id, kind, key) values ($1, 'grant', 'k')`, [user?.id]);
  await expect(db.dataSource.query(`update ledger_entries set d_available = 1`)).rejects.toThrow('append-only');
  await expect(db.dataSource.query(`delete from ledger_entries`)).rejects.toThrow('append-only');
  await expect(db.dataSource.query(`truncate ledger_entries`)).rejects.toThrow('append-only');
});

test('a picture that failed has a reason: those from before got one, and none can be without', async () => {
  for (const { name } of [...db.dataSource.migrations].reverse()) {
    await db.dataSource.undoLastMigration();
    if (name?.startsWith('EngineHealth')) break;
  }
  await db.dataSource.query(
    `with person as (insert into users (name) values ('A') returning id), generation as (
       insert into generations (id, user_id, seq, prompt, model, style, size, quality, output_format, seed, count, unit_price,
                                priority, deadline, status, finished_at)
       select gen_random_uuid(), id, 1, 'a fox', 'm', 's', '1:1', 'q', 'png', 1, 1, 35, 10, now(), 'failed', now() from person
       returning id, user_id)
     insert into images (id, generation_id, user_id, idx, seq, status, seed, width, height, finished_at)
     select id, id, user_id, 0, 1, 'failed', 1, 64, 64, now() from generation`,
  );
  await db.dataSource.runMigrations();
  expect(await rows(db.dataSource, `select error_code from images`)).toEqual([{ error_code: 'ENGINE_FAILED' }]);
  await expect(db.dataSource.query(`update images set error_code = null`)).rejects.toThrow(
    'images_failed_for_a_reason',
  );
});

test('rows of batches whose generation was erased before lose their prompt, others keep it', async () => {
  for (const { name } of [...db.dataSource.migrations].reverse()) {
    await db.dataSource.undoLastMigration();
    if (name?.startsWith('DeletedBatches')) break;
  }
  await db.dataSource.query(
    `with person as (insert into users (name) values ('A') returning id), batch as (
       insert into batches (user_id, source, row_count, total_units, expires_at)
       select id, 'web', 2, 70, now() from person returning id, user_id), made as (
       insert into generations (id, user_id, seq, prompt, model, style, size, quality, output_format, seed, count, unit_price,
                                priority, deadline)
       select gen_random_uuid(), user_id, n, case n when 1 then '' else 'a fox' end, 'm', 's', '1:1', 'q', 'png', 1, 1, 35,
              10, now() from batch, generate_series(1, 2) n returning id, seq)
     insert into batch_rows (batch_id, number, prompt, negative_prompt, model, style, size, quality, output_format, count,
                             unit_price, generation_id)
     select b.id, m.seq, 'a fox', 'no hare', 'm', 's', '1:1', 'q', 'png', 1, 35, m.id from batch b, made m`,
  );
  await db.dataSource.runMigrations();
  expect(await rows(db.dataSource, `select prompt, negative_prompt from batch_rows order by number`)).toEqual([
    { prompt: '', negative_prompt: null },
    { prompt: 'a fox', negative_prompt: 'no hare' },
  ]);
});

test('an identity may be of any provider whose name is well-formed', async () => {
  const add = (provider: string) =>
    db.dataSource.query(
      `with person as (insert into users (name) values ('A') returning id)
       insert into identities (provider, subject, user_id) select $1, 's', id from person`,
      [provider],
    );
  await add('gitlab');
  await expect(add('Git Lab')).rejects.toThrow('identities_provider_check');
});
