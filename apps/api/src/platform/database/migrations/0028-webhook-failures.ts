import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
alter table webhook_deliveries add last_failure text
  check (last_failure in ('certificate', 'timeout', 'address', 'connection'));
`;

const DOWN = 'alter table webhook_deliveries drop last_failure';

export class WebhookFailures0028 implements MigrationInterface {
  readonly name = 'WebhookFailures1760000000028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
