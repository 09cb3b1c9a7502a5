import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index-concurrently.js';

/** In place of `payments_to_refund`, which lacks refunded payments whose subscription still runs; a later version drops it. */
export class RequestedRefunds0048 implements MigrationInterface {
  readonly name = 'RequestedRefunds1760000000048';
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    const requested = 'payments (refund_requested_at) where refund_requested_at is not null';
    return createIndexConcurrently(runner, 'payments_refund_requested', requested);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index payments_refund_requested');
  }
}
