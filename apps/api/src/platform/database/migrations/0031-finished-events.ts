import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the removal of old events, which looks every minute. */
export class FinishedEvents0031 implements MigrationInterface {
  readonly name = 'FinishedEvents1760000000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index webhook_inbox_finished on webhook_inbox (done_at) where state in ('done', 'ignored')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index webhook_inbox_finished`);
  }
}
