import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
create table interrupted_changes (
  subscription_id uuid primary key references subscriptions,
  plan text not null check (plan in ('pro', 'enterprise')),
  is_annual boolean not null,
  from_plan text not null check (from_plan in ('pro', 'enterprise')),
  from_is_annual boolean not null,
  created_at timestamptz not null
)`;

const DOWN = `drop table interrupted_changes`;

/** Planned changes that an upgrade takes off at the provider. */
export class InterruptedChanges0045 implements MigrationInterface {
  readonly name = 'InterruptedChanges1760000000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
