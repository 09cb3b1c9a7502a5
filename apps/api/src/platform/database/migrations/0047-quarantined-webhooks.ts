import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index-concurrently.js';

/** Monitoring counts them every few seconds, among webhooks of 90 days. */
export class QuarantinedWebhooks0047 implements MigrationInterface {
  readonly name = 'QuarantinedWebhooks1760000000047';
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    const quarantined = `webhook_inbox (received_at) where state = 'quarantined'`;
    return createIndexConcurrently(runner, 'webhook_inbox_quarantined', quarantined);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index webhook_inbox_quarantined');
  }
}
