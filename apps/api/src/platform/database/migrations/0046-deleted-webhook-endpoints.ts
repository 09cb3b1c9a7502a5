import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- What is under way to it counts for its owner until it has ended; after that its rows are erased.
alter table webhook_endpoints add column deleted_at timestamptz;
create index webhook_endpoints_deleted on webhook_endpoints (id) where deleted_at is not null;
`;

const DOWN = `
delete from webhook_endpoints where deleted_at is not null;
alter table webhook_endpoints drop column deleted_at;
`;

export class DeletedWebhookEndpoints0046 implements MigrationInterface {
  readonly name = 'DeletedWebhookEndpoints1760000000046';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
