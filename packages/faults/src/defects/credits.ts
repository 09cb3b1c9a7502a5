import type { Defect } from './defect.js';

const ACCOUNTS = 'modules/quota/persistence/accounts.ts';
const GRANTS = 'modules/quota/persistence/grants.ts';
const HOLDS = 'modules/quota/persistence/holds.ts';
const MOVES = 'modules/quota/persistence/moves.ts';
const LEDGER = 'modules/quota/application';

/** Guards of the ledger: nobody spends what is not there, nothing is charged or given back twice. */
export const CREDIT_DEFECTS: Defect[] = [
  {
    name: 'a debit does not ask whether the credits are there',
    guard: 'condition of the debit',
    edits: [{ file: ACCOUNTS, find: `where user_id = $1 and available >= $2`, replace: `where user_id = $1` }],
    test: `${LEDGER}/credit-ledger.walls.db.spec.ts`,
    only: 'the condition of the debit alone',
  },
  {
    name: 'balances may be negative',
    guard: 'CHECK on what is available',
    edits: [
      {
        file: 'platform/database/migrations/0002-credits.ts',
        find: `available bigint not null default 0 check (available >= 0)`,
        replace: `available bigint not null default 0 constraint credit_accounts_available_check check (true)`,
      },
    ],
    test: `${LEDGER}/credit-ledger.walls.db.spec.ts`,
    only: 'the CHECK on what is available alone',
  },
  {
    name: 'the account is not locked before its grants',
    guard: 'lock order: the account first',
    edits: [
      {
        file: ACCOUNTS,
        find: `where user_id = $1 for no key update`,
        replace: `where user_id = $1`,
      },
    ],
    test: `${LEDGER}/credit-ledger.races.db.spec.ts`,
    only: 'waits for the account before',
  },
  {
    name: 'grants are chosen in the statement of the debit',
    guard: 'grants by a later statement',
    edits: [
      {
        file: ACCOUNTS,
        find: `const accounts = await changed(
    tx,
    \`update credit_accounts set available = available - $2, reserved = reserved + $2
      where user_id = $1 and available >= $2\`,
    [userId, units],
  );
  return accounts === 1;`,
        replace: `const own = \`select 1 from credit_accounts where user_id = $1 and available >= $2\`;
  return (await row(tx, own, [userId, units])) !== null && changed !== null;`,
      },
      {
        file: HOLDS,
        find: `with wanted as (
  select image_id, units, sum(units) over (order by n)::bigint as upto
    from unnest($2::uuid[], $3::bigint[]) with ordinality as w (image_id, units, n)
), \${PURSE}`,
        replace: `with asked as (
  select sum(u) as units from unnest($3::bigint[]) u
), debit as (
  update credit_accounts set available = available - asked.units, reserved = reserved + asked.units from asked
   where user_id = $1::uuid and available >= asked.units returning 1
), wanted as (
  select image_id, units, sum(units) over (order by n)::bigint as upto
    from unnest($2::uuid[], $3::bigint[]) with ordinality as w (image_id, units, n)
   where exists (select 1 from debit)
), \${PURSE}`,
      },
    ],
    test: `${LEDGER}/credit-ledger.races.db.spec.ts`,
    only: 'a mix of everything',
    // Grants that a rival has emptied are spent again, which second walls refuse, or two wait for one another.
    symptom: 'credit_grants_check|deadlock detected|statement timeout',
  },
  {
    name: 'expired grants pay',
    guard: 'expired grants are left out',
    edits: [{ file: MOVES, find: ` and (expires_at is null or expires_at > now())`, replace: '' }],
    test: `${LEDGER}/credit-grants.db.spec.ts`,
  },
  {
    name: 'grants that expired meanwhile refuse what living ones could pay',
    guard: 'expire and try once more',
    edits: [{ file: `${LEDGER}/credit-ledger.ts`, find: `    await this.expireGrants(userId);\n`, replace: '' }],
    test: `${LEDGER}/credit-grants.db.spec.ts`,
    only: 'do not stand in the way',
    symptom: 'INSUFFICIENT_CREDITS',
  },
  {
    name: 'what returns to an expired grant can be spent',
    guard: 'return to the own grant, which expires again',
    edits: [
      {
        file: HOLDS,
        find: `g.closed_at is not null or coalesce(g.expires_at <= now(), false) as expired`,
        replace: `false as expired`,
      },
    ],
    test: `${LEDGER}/credit-ledger.db.spec.ts`,
    only: 'lets what comes back to an expired grant',
  },
  {
    name: 'what returns goes to another grant',
    guard: 'return to the own grant',
    edits: [
      {
        file: HOLDS,
        find: `update credit_grants g set remaining = g.remaining + l.amount from lots l where g.id = l.grant_id and not l.expired`,
        replace: `update credit_grants g set remaining = g.remaining + (select sum(amount) from lots where not expired)
   where g.id = (select max(l.grant_id) from lots l where not l.expired)`,
      },
    ],
    test: `${LEDGER}/credit-ledger.db.spec.ts`,
    only: 'gives every lot back to its own grant',
    symptom: 'credit_grants_check',
  },
  {
    name: 'a closed hold is settled again',
    guard: 'state of the hold, when settling',
    edits: [
      {
        file: MOVES,
        find: `where h.image_id = due.image_id and h.user_id = $1::uuid and h.state = 'held'`,
        replace: `where h.image_id = due.image_id and h.user_id = $1::uuid`,
      },
    ],
    test: `${LEDGER}/credit-ledger.walls.db.spec.ts`,
    only: 'the state of the hold alone',
  },
  {
    name: 'a closed hold is given back again',
    guard: 'state of the hold, when returning',
    edits: [
      {
        file: HOLDS,
        find: `set state = 'returned', closed_at = now()
   where image_id = $2::uuid and user_id = $1::uuid and state = 'held'`,
        replace: `set state = 'returned', closed_at = now()
   where image_id = $2::uuid and user_id = $1::uuid`,
      },
    ],
    test: `${LEDGER}/credit-ledger.walls.db.spec.ts`,
    only: 'the state of the hold alone',
  },
  {
    name: 'settling and returning have keys of their own',
    guard: 'ledger key: one close for each picture',
    edits: [
      {
        file: MOVES,
        find: `select $1::uuid, 'settle', -amount, image_id, 'close:' || image_id`,
        replace: `select $1::uuid, 'settle', -amount, image_id, 'settle:' || image_id`,
      },
    ],
    test: `${LEDGER}/credit-ledger.walls.db.spec.ts`,
    only: 'the unique key of the ledger alone',
  },
  {
    name: 'a picture is held twice',
    guard: 'ledger key: one hold for each picture',
    edits: [
      {
        file: MOVES,
        find: `'hold:' || image_id from held`,
        replace: `'hold:' || gen_random_uuid() from held`,
      },
    ],
    test: `${LEDGER}/credit-ledger.walls.db.spec.ts`,
    only: 'a second hold entry',
  },
  {
    name: 'a source is granted twice',
    guard: 'unique source of a grant',
    edits: [
      {
        file: GRANTS,
        find: `select user_id, $2, $3, $4::bigint, $4::bigint - least`,
        replace: `select user_id, $2, $3 || gen_random_uuid(), $4::bigint, $4::bigint - least`,
      },
    ],
    test: `${LEDGER}/credit-grants.db.spec.ts`,
    only: 'happens once for a source',
  },
  {
    name: 'two processes sweep expired grants at once',
    guard: 'lock of the grant sweeper',
    edits: [{ file: GRANTS, find: `return claim?.claimed === true;`, replace: `return claim !== null;` }],
    test: 'modules/quota/jobs/grant-sweeper.db.spec.ts',
    only: 'leaves the work to another process',
  },
  {
    name: 'the mark of an identity counts a day twice',
    guard: 'bonus per day, counted by the mark',
    edits: [
      {
        file: 'modules/quota/persistence/bonus-claims.ts',
        find: `
        and (m.last_claim is null or m.last_claim < excluded.last_claim)`,
        replace: '',
      },
    ],
    test: 'modules/quota/persistence/bonus-claims.db.spec.ts',
  },
  {
    name: 'a bonus has another key each time',
    guard: 'bonus per day, by the source of its grant',
    edits: [
      {
        file: 'modules/quota/domain/daily-bonus.ts',
        find: '`bonus:${identityMark}:${day}`',
        replace: '`bonus:${identityMark}:${day}:${Math.random()}`',
      },
    ],
    test: `${LEDGER}/daily-bonus.db.spec.ts`,
    only: 'two walls',
  },
  {
    name: 'who comes back after removing the account earns the free month again',
    guard: 'free month by identity',
    edits: [
      {
        file: `${LEDGER}/free-allowance.ts`,
        find: `freeMonthKey(identityMark(this.key, owner), owner.month)`,
        replace: `freeMonthKey(identityMark(this.key, { ...owner, subject: userId }), owner.month)`,
      },
    ],
    test: `${LEDGER}/free-allowance.db.spec.ts`,
    only: 'earns nothing by removing the account',
  },
];
