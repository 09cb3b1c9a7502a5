import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- A customer who is missing at the provider is replaced; what it bought stays with its owner.
alter table billing_customers add column replaced_at timestamptz,
  drop constraint billing_customers_pkey,
  drop constraint billing_customers_provider_provider_customer_id_key,
  add primary key (provider, provider_customer_id);
create unique index billing_customers_current on billing_customers (user_id, provider) where replaced_at is null;
`;

const DOWN = `
delete from billing_customers where replaced_at is not null;
drop index billing_customers_current;
alter table billing_customers drop constraint billing_customers_pkey, drop column replaced_at,
  add primary key (provider, user_id), add unique (provider, provider_customer_id);
`;

export class ReplacedCustomers0044 implements MigrationInterface {
  readonly name = 'ReplacedCustomers1760000000044';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
