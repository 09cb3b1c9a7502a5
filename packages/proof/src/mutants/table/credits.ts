import type { Mutant } from '../mutant.js';

/** Guards of the ledger: nothing is overspent, charged twice or returned twice. */
export const CREDIT_MUTANTS: readonly Mutant[] = [
  {
    name: 'a debit does not check the balance',
    guard: 'condition of the debit',
    edits: [{ sql: 'debitAccount', remove: 'available >= $2' }],
    test: 'credit-ledger.walls.db.spec.ts',
    title: 'the condition of the debit alone',
  },
  {
    name: 'a balance may be negative',
    guard: 'CHECK of the balance',
    edits: [{ sql: 'UP', remove: 'available >= 0' }],
    test: 'credit-ledger.walls.db.spec.ts',
    title: 'the CHECK on what is available alone',
  },
  {
    name: 'grants are read before the account is locked',
    guard: 'lock order: account first',
    edits: [{ sql: 'LOCK', replace: 'where user_id = $1 for no key update', by: 'where user_id = $1' }],
    test: 'credit-ledger.races.db.spec.ts',
    title: 'waits for the account before',
  },
  {
    name: 'grants are chosen in the statement of the debit',
    guard: 'grants are chosen after the account is locked',
    edits: [
      {
        sql: 'debitAccount',
        replace: 'update credit_accounts set available = available - $2, reserved = reserved + $2',
        by: 'with unlocked as (select user_id, available from credit_accounts) select available from unlocked',
      },
      { sql: 'debitAccount', replace: 'available >= $2 returning available', by: 'available >= $2' },
      {
        sql: 'HOLD',
        replace: 'with wanted as (',
        by: `with asked as (
  select sum(u) as units from unnest($3::bigint[]) u
), debit as (
  update credit_accounts set available = available - asked.units, reserved = reserved + asked.units from asked
   where user_id = $1::uuid and available >= asked.units returning 1
), wanted as (`,
      },
      {
        sql: 'HOLD',
        replace: 'with ordinality as w (image_id, units, n)',
        by: 'with ordinality as w (image_id, units, n) where exists (select 1 from debit)',
      },
    ],
    test: 'credit-ledger.races.db.spec.ts',
    title: 'a mix of everything',
    // Another guard may refuse the overspending, or two transactions deadlock.
    symptom: 'credit_grants_check|deadlock detected|statement timeout',
  },
  {
    name: 'expired grants are spent',
    guard: 'expiry of grants',
    edits: [{ sql: 'HOLD', remove: '(expires_at is null or expires_at > (select billing_now()))' }],
    test: 'credit-grants.db.spec.ts',
  },
  {
    name: 'newly expired grants refuse a payable request',
    guard: 'a debit expires grants and tries again',
    edits: [{ in: 'CreditLedger.spend', remove: 'await this.expireGrants(userId)' }],
    test: 'credit-grants.db.spec.ts',
    title: 'do not stand in the way',
    symptom: 'INSUFFICIENT_CREDITS',
  },
  {
    name: 'credits returned to an expired grant can be spent',
    guard: 'returned credits expire again',
    edits: [
      {
        sql: 'RETURN',
        replace:
          '(closed_at is not null and not is_revoked) or coalesce(expires_at <= (select billing_now()), false) as expired',
        by: 'false as expired',
      },
    ],
    test: 'credit-ledger.db.spec.ts',
    title: 'lets what comes back to an expired grant',
  },
  {
    name: 'credits return to another grant',
    guard: 'return to the same grant',
    edits: [
      {
        sql: 'RETURN',
        replace: `set remaining = g.remaining + p.rest, closed_at = null
          from portions p where g.id = p.grant_id and p.rest > 0 and not p.expired`,
        by: `set remaining = g.remaining + (select sum(rest) from portions where not expired)
   where g.id = (select max(p.grant_id) from portions p where not p.expired)`,
      },
    ],
    test: 'credit-ledger.db.spec.ts',
    title: 'gives every lot back to its own grant',
    symptom: 'credit_grants_check',
  },
  {
    name: 'a closed hold is settled again',
    guard: 'state of the hold when settling',
    edits: [{ sql: 'SETTLE', remove: `state = 'held'` }],
    test: 'credit-ledger.walls.db.spec.ts',
    title: 'the state of the hold alone',
  },
  {
    name: 'a closed hold is returned again',
    guard: 'state of the hold when returning',
    edits: [{ sql: 'RETURN', remove: `state = 'held'` }],
    test: 'credit-ledger.walls.db.spec.ts',
    title: 'the state of the hold alone',
  },
  {
    name: 'settling and returning use different ledger keys',
    guard: 'unique ledger key: one close per image',
    edits: [{ sql: 'SETTLE', replace: `'close:' || image_id`, by: `'settle:' || image_id` }],
    test: 'credit-ledger.walls.db.spec.ts',
    title: 'the unique key of the ledger alone',
  },
  {
    name: 'an image is held twice',
    guard: 'unique ledger key: one hold per image',
    edits: [{ sql: 'HOLD', replace: `'hold:' || image_id`, by: `'hold:' || gen_random_uuid()` }],
    test: 'credit-ledger.walls.db.spec.ts',
    title: 'a second hold entry',
  },
  {
    name: 'a source is granted twice',
    guard: 'unique source of a grant',
    edits: [
      {
        sql: 'GRANT',
        replace: 'select user_id, $2, $3, $4::bigint',
        by: 'select user_id, $2, $3 || gen_random_uuid(), $4::bigint',
      },
    ],
    test: 'credit-grants.db.spec.ts',
    title: 'happens once for a source',
  },
  {
    name: 'two processes sweep expired grants at once',
    guard: 'lock of the grant sweeper',
    edits: [{ in: 'claimSweep', replace: 'return claimed', by: 'return claimed !== null' }],
    test: 'grant-sweeper.db.spec.ts',
    title: 'leaves the work to another process',
  },
  {
    name: 'an identity claims a day twice',
    guard: 'daily bonus counted by identity',
    edits: [{ sql: 'countBonusClaim', remove: '(m.last_claim is null or m.last_claim < excluded.last_claim)' }],
    test: 'bonus-claims.db.spec.ts',
  },
  {
    name: 'every bonus has another source',
    guard: 'daily bonus by the source of its grant',
    edits: [
      {
        in: 'bonusKey',
        replace: '`bonus:${identityMark}:${day}`',
        by: '`bonus:${identityMark}:${day}:${Math.random()}`',
      },
    ],
    test: 'daily-bonus.db.spec.ts',
    title: 'two walls',
  },
  {
    name: 'a removed and reopened account earns the free month again',
    guard: 'free month by identity',
    edits: [
      {
        in: 'AllowanceOwners.find',
        replace: 'identityMark(this.key, { provider, subject })',
        by: 'identityMark(this.key, { provider, subject: userId })',
      },
    ],
    test: 'free-allowance.db.spec.ts',
    title: 'earns nothing by removing the account',
  },
  {
    name: 'a paid plan gets the free month too',
    guard: 'allowance by the plan as it is now',
    edits: [{ in: 'FreeAllowance.dueGrant', replace: `owner?.plan !== 'free'`, by: '!owner' }],
    test: 'free-allowance.db.spec.ts',
    title: 'is not for the plan',
  },
  {
    name: 'what was spent of a revoked grant is forgotten',
    guard: 'debt of a revoked grant',
    edits: [{ sql: 'REVOKE', replace: 'debt = a.debt + r.used', by: 'debt = a.debt' }],
    test: 'revoke-grant.db.spec.ts',
    title: 'makes a debt of what was spent',
  },
  {
    name: 'a grant is revoked twice',
    guard: 'one clawback per grant',
    edits: [
      {
        sql: 'REVOKE',
        remove: `not exists (select 1 from ledger_entries e where e.key = 'clawback:' || g.id)`,
      },
    ],
    test: 'revoke-grant.db.spec.ts',
    title: 'happens once',
    // A second guard refuses the second clawback.
    symptom: 'ledger_entries_key_key',
  },
  {
    name: 'a grant does not repay a debt',
    guard: 'debts are repaid from later grants',
    edits: [{ sql: 'GRANT', replace: '$4::bigint - least(debt, $6::bigint)', by: '$4::bigint' }],
    test: 'revoke-grant.db.spec.ts',
    title: 'which the next grant repays',
  },
  {
    name: 'a user spends without end on prompts that the engine rejects',
    guard: 'limit of rejected prompts',
    edits: [{ in: 'AcceptGeneration.create', replace: 'rejectedForSeconds !== null', by: 'false' }],
    test: 'rejected-prompts.db.spec.ts',
    title: 'from twenty rejected prompts within an hour on',
  },
];
