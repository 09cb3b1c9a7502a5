import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UnearnedPayments0036 implements MigrationInterface {
  readonly name = 'UnearnedPayments1760000000036';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table payments add column is_unearned boolean not null default false;
      create index payments_unearned on payments (subscription_id) where is_unearned and status = 'success'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table payments drop column is_unearned`);
  }
}
