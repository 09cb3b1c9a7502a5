import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NextAmount0026 implements MigrationInterface {
  readonly name = 'NextAmount1760000000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscriptions add column next_amount_cents integer check (next_amount_cents > 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table subscriptions drop column next_amount_cents`);
  }
}
