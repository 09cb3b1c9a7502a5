import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index-concurrently.js';

export class RejectedImages0040 implements MigrationInterface {
  readonly name = 'RejectedImages1760000000040';
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    const rejected = `images (user_id, finished_at) where error_code = 'CONTENT_REJECTED'`;
    return createIndexConcurrently(runner, 'images_rejected_by_user', rejected);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index images_rejected_by_user');
  }
}
