import { beforeAll, expect, test } from '@jest/globals';
import { rows } from '../../../src/platform/database/rows.js';
import { inTransaction } from '../../../src/platform/database/transaction.js';
import { closeImage, createUser, creditLedger, giveUnits, submitImages } from './credits.js';
import { useDatabase } from '../database/database.js';
import { INVARIANTS } from '../../../src/modules/operations/invariants/invariant-statements.js';
import { brokenInvariants, expectInvariants, type Invariant } from './invariants.js';

const db = useDatabase();

/** One generation of three images: delivered, failed, open. */
beforeAll(async () => {
  const ledger = creditLedger(db.dataSource);
  const userId = await createUser(db.dataSource);
  await createUser(db.dataSource);
  await giveUnits(db.dataSource, userId, 200);
  const [first = '', second = ''] = (await submitImages(ledger, userId, { count: 3 })) ?? [];
  await closeImage(db.dataSource, ledger, { userId, imageId: first, delivered: true });
  await closeImage(db.dataSource, ledger, { userId, imageId: second, delivered: false });
  const subscriberId = await insertSubscriber();
  await submitImages(ledger, subscriberId, { count: 1 });
  await insertBatch(first);
  await insertAccounts(userId, first);
});

/** A session and a share of somebody, the rest of somebody who left, and a file to delete that no image has. */
async function insertAccounts(userId: string, imageId: string): Promise<void> {
  await rows(
    db.dataSource,
    `with gone as (
       update users set deleted_at = now() - interval '25 hours'
        where id not in (select user_id from credit_accounts) returning id
     ), removal as (
       insert into account_removals (user_id, due_at, finished_at) select id, now(), now() from gone
     ), session as (
       insert into sessions (user_id, absolute_expiry, revoked_at, revoke_reason)
       select $1::uuid, now(), null, null union all select id, now(), now(), 'account_deleted' from gone
     ), deletion as (
       insert into object_deletions (object_key) values ('pictures/left.png')
     )
     insert into shares (id, user_id, image_id, token_hash, expires_at)
     values ('00000000-0000-4000-8000-000000000002', $1, $2, '\\x02', now() + interval '7 days')`,
    [userId, imageId],
  );
}

/** A batch whose first row is that generation, and whose second waits. */
async function insertBatch(generationId: string): Promise<void> {
  await rows(
    db.dataSource,
    `with b as (
       insert into batches (user_id, source, row_count, total_units, expires_at)
       select user_id, 'web', 2, 2 * count * unit_price, now() + interval '7 days' from generations where id = $1
       returning id
     )
     insert into batch_rows (batch_id, number, prompt, model, style, size, quality, output_format, count, unit_price,
                             generation_id)
     select b.id, n, prompt, model, style, size, quality, output_format, count, unit_price,
            case when n = 1 then g.id end
       from b, generations g, generate_series(1, 2) n where g.id = $1`,
    [generationId],
  );
}

/** Somebody who has bought a month. */
async function insertSubscriber(): Promise<string> {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await rows(
    db.dataSource,
    `with s as (
       insert into subscriptions (user_id, provider, provider_subscription_id, plan, is_annual, status, anchored_at,
                                  period_start, period_end, read_number)
       values ($1, 'stripe', 'sub_1', 'pro', false, 'active', now(), now(), now() + interval '1 month', 1) returning *
     ), i as (
       insert into billing_invoices (user_id, subscription_id, provider, provider_invoice_id, reason, status, plan,
                                     is_annual, amount_cents, period_start, period_end, created_at, paid_at)
       select user_id, id, provider, 'in_1', 'start', 'paid', plan, false, 999, period_start, period_end, now(), now()
         from s returning *
     )
     insert into payments (user_id, provider, kind, plan, is_annual, amount_cents, status, subscription_id, invoice_id,
                           provider_payment_id)
     select user_id, provider, 'checkout', plan, false, 999, 'success', subscription_id, id, 'pi_1' from i`,
    [userId],
  );
  const month = { userId, kind: 'plan_month', sourceKey: 'plan:stripe:in_1:m1', units: 2000, expiresAt: null } as const;
  await inTransaction(db.dataSource, (tx) => creditLedger(db.dataSource).grant(tx, month));
  return userId;
}

/** A fault for each invariant, of one or more statements; some break others too. */
const FAULTS: Record<string, string> = {
  D1: `update credit_accounts set debt = 1`,
  D2: `update credit_accounts set reserved = reserved + 1`,
  D3: `update credit_accounts set available = available - 1`,
  D4: `update images set status = 'failed', error_code = 'ENGINE_FAILED', finished_at = now() where status = 'pending'`,
  D6: `update generations set count = 4`,
  D7: `update images set user_id = (select id from users where id not in (select user_id from credit_accounts))`,
  D8: `update generations set deadline = now() - interval '61 s'`,
  D9: `insert into ledger_entries (user_id, kind, image_id, key)
         select user_id, 'return', image_id, 'again' from holds where state = 'settled'`,
  D10: `update credit_grants set remaining = remaining + 1 where remaining < amount`,
  D11: `update hold_lots set amount = amount - 1`,
  D12: `update generations set model = 'sd3.5-flash'`,
  D13: `update credit_grants set amount = amount + 1`,
  D14: `update credit_grants set expires_at = now() - interval '16 min'`,
  D17: `insert into credit_grants (user_id, kind, source_key, amount, remaining)
          select user_id, 'bonus', 'bonus:ab:2026-01-0' || n, 10, 0 from (select user_id from credit_accounts limit 1) a, generate_series(1, 6) n`,
  D15: `update billing_invoices set plan = 'enterprise'`,
  D16: `insert into credit_grants (user_id, kind, source_key, amount, remaining)
          select user_id, 'plan_month', 'plan:stripe:in_1:m' || n, 2000, 0 from billing_invoices, generate_series(2, 13) n`,
  D18: `update subscriptions set status = 'canceled'`,
  D19: `update billing_invoices set paid_at = null`,
  D20: `insert into webhook_inbox (provider, event_id, type, object_id, body, received_at)
          values ('stripe', 'evt_1', 'invoice.paid', 'subscription:sub_1', '{}', now() - interval '16 min')`,
  D21: `drop index refresh_tokens_one_unused;
        insert into sessions (id, user_id, absolute_expiry)
          select '00000000-0000-4000-8000-000000000001', user_id, now() from credit_accounts limit 1;
        insert into refresh_tokens (hash, session_id, expires_at)
          select decode(n || '1', 'hex'), '00000000-0000-4000-8000-000000000001', now() from generate_series(1, 2) n`,
  D22: `insert into object_deletions (object_key) select object_key from images where object_key is not null`,
  D23: `insert into sessions (user_id, absolute_expiry) select id, now() from users;
        insert into account_removals (user_id, due_at, finished_at) select id, now(), now() from users on conflict do nothing`,
  D24: `insert into shares (id, user_id, image_id, token_hash, expires_at)
          select id, user_id, id, '\\x01', now() + interval '8 days' from images limit 1`,
  D25: `insert into payments (user_id, provider, kind, plan, is_annual, amount_cents, created_at)
          select user_id, 'stripe', 'checkout', 'pro', false, 999, now() - interval '5 days' from subscriptions`,
  D28: `alter table generations drop constraint generations_attempt_check;
        update generations set attempt = 4`,
  D26: `insert into billing_mails (key, user_id, kind, facts, created_at)
          select 'receipt:1', user_id, 'receipt', '{}', now() - interval '1 day 16 min' from subscriptions`,
  D29: `update batch_rows set unit_price = unit_price - 1`,
  D30: `insert into generations (id, user_id, seq, idem_key, body_hash, prompt, model, style, size, quality, output_format,
                                 seed, count, unit_price, priority, deadline)
          select gen_random_uuid(), g.user_id, 1000, 'batch ' || r.batch_id || ' ' || r.number, '\\x00', g.prompt, g.model,
                 g.style, g.size, g.quality, g.output_format, 1, 1, 35, 10, now()
            from generations g join batch_rows r on r.generation_id = g.id`,
  D31: `update batch_rows set end_status = 'completed', finished_at = now()`,
  D32: `update batches set status = 'stopped', finished_at = now()`,
  D27: `update payments set status = 'refunded', refunded_cents = amount_cents`,
};

class RolledBack extends Error {}

async function brokenBy(fault: string): Promise<string[]> {
  const broken: string[] = [];
  const run = db.dataSource.transaction(async (tx) => {
    for (const statement of fault.split(';\n')) await rows(tx, statement);
    broken.push(...Object.keys(await brokenInvariants(tx)));
    throw new RolledBack();
  });
  await expect(run).rejects.toBeInstanceOf(RolledBack);
  return broken;
}

test('hold for what the ledger writes', () => expectInvariants(db.dataSource));

test.each(Object.keys(INVARIANTS) as Invariant[])('%s: a fault is found', async (invariant) => {
  const [name = ''] = invariant.split(' ');
  expect(await brokenBy(FAULTS[name] ?? '')).toContain(invariant);
});

/** The most that an invariant with a number allows. */
const ALLOWED: [name: string, what: string, statements: string][] = [
  [
    'D16',
    'twelve months of an invoice',
    `insert into credit_grants (user_id, kind, source_key, amount, remaining)
       select user_id, 'plan_month', 'plan:stripe:in_1:m' || n, 2000, 0 from billing_invoices, generate_series(2, 12) n`,
  ],
  [
    'D17',
    'five bonuses in a month',
    `insert into credit_grants (user_id, kind, source_key, amount, remaining)
       select user_id, 'bonus', 'bonus:ab:2026-01-0' || n, 10, 0
         from (select user_id from credit_accounts limit 1) a, generate_series(1, 5) n`,
  ],
  ['D12', 'prices of before', `update generations set model = 'sd3.5-flash', created_at = now() - interval '2 days'`],
  [
    'D26',
    'mails that are tried again for a day',
    `insert into billing_mails (key, user_id, kind, facts, created_at)
       select 'receipt:' || hours, user_id, 'receipt', '{}', now() - hours * interval '1 hour'
         from subscriptions, unnest(array[1, 24]) hours`,
  ],
  ['D28', 'three attempts', `update generations set attempt = 3`],
];

test.each(ALLOWED)('%s: %s are no fault', async (name, _, statements) => {
  expect((await brokenBy(statements)).filter((broken) => broken.startsWith(`${name} `))).toEqual([]);
});

test('D12: a hold that is not the price of its generation is found, however old', async () => {
  const broken = await brokenBy(
    `update generations set created_at = now() - interval '2 days', unit_price = unit_price + 1`,
  );
  expect(broken.filter((name) => name.startsWith('D12 '))).toHaveLength(1);
});

test('a failure names the invariant and shows the rows', async () => {
  const run = db.dataSource.transaction(async (tx) => {
    await rows(tx, FAULTS.D14 ?? '');
    await expectInvariants(tx);
  });
  await expect(run).rejects.toThrow(/D14[\s\S]*expires_at/);
});
