import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A delivery also fails because its endpoint's secret can no longer be read. */
export class WebhookSecrets0034 implements MigrationInterface {
  readonly name = 'WebhookSecrets1760000000034';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_deliveries drop constraint webhook_deliveries_last_failure_check,
        add constraint webhook_deliveries_last_failure_check
        check (last_failure in ('certificate', 'timeout', 'address', 'connection', 'secret'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update webhook_deliveries set last_failure = 'connection' where last_failure = 'secret'`);
    await runner.query(`
      alter table webhook_deliveries drop constraint webhook_deliveries_last_failure_check,
        add constraint webhook_deliveries_last_failure_check
        check (last_failure in ('certificate', 'timeout', 'address', 'connection'))`);
  }
}
