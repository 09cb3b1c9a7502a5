import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- Removed accounts whose debt an account of the same identity inherits; the mark is the keyed hash of allowances.
create table debtor_marks (
  user_id uuid primary key references credit_accounts,
  identity_hmac text not null
);
create index debtor_marks_by_identity on debtor_marks (identity_hmac);

-- What a repeated request sends again: an idempotency key stands for one set of parameters.
alter table checkout_sessions add column locale text not null default 'en' check (locale in ('en', 'zh'));
alter table payments add column payment_method text, add column proration_date bigint;
`;

const DOWN = `
alter table payments drop column payment_method, drop column proration_date;
alter table checkout_sessions drop column locale;
drop table debtor_marks;
`;

export class BillingRetries0022 implements MigrationInterface {
  readonly name = 'BillingRetries1760000000022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
