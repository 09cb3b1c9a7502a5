import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createUser } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectGalleries } from '../../../../test/support/images/gallery-rules.js';
import { textTokens, tokenNumbers } from '../../text/search-tokens.js';
import { rows } from '../rows.js';

const db = useDatabase();

/** Undoes migrations down to and including that of this name. */
async function undoThrough(name: string): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await rows(db.dataSource, `select 1 from migrations where name like $1`, [`${name}%`])).length > 0;
  while (await isThere()) await db.dataSource.undoLastMigration();
}

test('what was there before lists had gaps, copies and search is counted, copied and found', async () => {
  const userId = await createUser(db.dataSource);
  await undoThrough('Removals');
  const sets = Array.from({ length: 300 }, (_, n) => ({ ids: [randomUUID(), randomUUID()], prompt: `第${n}只 fox` }));
  for (const [n, { ids, prompt }] of sets.entries()) {
    await db.dataSource.query(
      `with g as (
         insert into generations (id, user_id, seq, prompt, model, style, size, quality, output_format, seed, count,
                                  unit_price, priority, status, error_code, deadline, finished_at)
         values ($1, $2, $3, $4, 'sd3.5-large', 'anime', '2:3', 'standard', 'png', 1, 2, 65, 10, 'failed', 'ENGINE_FAILED',
                 now(), now()))
       insert into images (id, generation_id, user_id, idx, seq, status, error_code, seed, width, height, finished_at)
       select id, $1, $2, i - 1, 2 * $3 + i - 2, 'failed', 'ENGINE_FAILED', 1, 64, 64, now()
         from unnest($5::uuid[]) with ordinality as w (id, i)`,
      [ids[0], userId, n + 1, prompt, ids],
    );
  }
  // Every third was a favourite, and some are not any more.
  await db.dataSource.query(
    `insert into favorites (user_id, image_id, seq) select user_id, id, seq from images where seq % 3 = 0`,
  );
  await db.dataSource.query(
    `insert into shelves values ($1, 301, 300, 601, 600, 601, (select count(*) from favorites))`,
    [userId],
  );
  await db.dataSource.runMigrations();
  await expectGalleries(db.dataSource);
  const found = await rows<{ prompt: string; seqs: number[]; copies: string[] }>(
    db.dataSource,
    `select g.prompt, array[t.generation_seq, t.first_image_seq, t.image_count]::int[] as seqs,
            array(select distinct concat_ws(' ', style, model, size, prompt_head) from images where generation_id = g.id)
              as copies
       from prompt_tokens t join generations g on g.id = t.generation_id where t.tokens @> $1::bigint[]`,
    [tokenNumbers(userId, textTokens('只 fox'))],
  );
  expect(found).toHaveLength(300);
  expect(found.find(({ prompt }) => prompt === '第29只 fox')).toEqual({
    prompt: '第29只 fox',
    seqs: [30, 59, 2],
    copies: ['anime sd3.5-large 2:3 第29只 fox'],
  });
});

test('credits of a plan that wait for the next ones are told to expire with their month, and all others as before', async () => {
  const userId = await createUser(db.dataSource);
  await db.dataSource.query(`insert into credit_accounts (user_id) values ($1)`, [userId]);
  await undoThrough('ToldExpiries');
  const invoice = async (isAnnual: boolean, [starts, ends]: [string, string], id: string) => {
    await db.dataSource.query(
      `with s as (
         insert into subscriptions (user_id, provider, provider_subscription_id, plan, is_annual, status, is_duplicate,
                                    anchored_at, period_start, period_end, read_number)
         values ($1, 'stripe', 'sub_' || $2, 'pro', $3, 'active', true, $4, $4, $5, 1) returning id)
       insert into billing_invoices (user_id, subscription_id, provider, provider_invoice_id, reason, status, plan, is_annual,
                                     amount_cents, period_start, period_end, created_at, paid_at)
       select $1, id, 'stripe', $2, 'start', 'paid', 'pro', $3, 999, $4, $5, $4, $4 from s`,
      [userId, id, isAnnual, starts, ends],
    );
  };
  await invoice(false, ['2026-03-15T10:00:00Z', '2026-04-15T10:00:01Z'], 'in_month');
  await invoice(true, ['2026-01-31T23:30:00Z', '2027-01-31T23:30:00Z'], 'in_year');
  const grants = [
    ['plan:stripe:in_month:m1', '2026-04-17T10:00:01Z', '2026-04-15T10:00:01Z'],
    ['topup:stripe:in_month', '2026-04-17T10:00:01Z', '2026-04-15T10:00:01Z'],
    ['restore:restore:plan:stripe:in_month:m1', '2026-04-17T10:00:01Z', '2026-04-15T10:00:01Z'],
    ['plan:stripe:in_year:m1', '2026-03-02T23:30:00Z', '2026-02-28T23:30:00Z'],
    ['plan:stripe:in_year:m2', '2026-04-02T23:30:00Z', '2026-03-31T23:30:00Z'],
    // Cancelled, ended by the next month, and none of a plan.
    ['plan:stripe:in_year:m3', '2026-04-30T23:30:00Z', null],
    ['plan:stripe:in_year:m4', '2026-05-31T23:31:07Z', null],
    ['bonus:2026-03-15', '2026-04-17T10:00:01Z', null],
    ['plan:paypal:in_month:m1', '2026-04-17T10:00:01Z', null],
  ] as const;
  for (const [key, expiresAt] of grants)
    await db.dataSource.query(
      `insert into credit_grants (user_id, kind, source_key, amount, remaining, expires_at)
       values ($1, 'adjustment', $2, 10, 10, $3)`,
      [userId, key, expiresAt],
    );
  await db.dataSource.runMigrations();
  const found = await rows<{ key: string; at: Date | null }>(
    db.dataSource,
    `select source_key as key, month_ends_at as at from credit_grants where user_id = $1 order by id`,
    [userId],
  );
  expect(found).toEqual(grants.map(([key, , at]) => ({ key, at: at && new Date(at) })));
});
