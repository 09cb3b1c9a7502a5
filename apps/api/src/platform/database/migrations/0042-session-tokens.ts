import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index-concurrently.js';

/** Without it, each session that is removed reads all tokens to see that none refers to it. */
export class SessionTokens0042 implements MigrationInterface {
  readonly name = 'SessionTokens1760000000042';
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return createIndexConcurrently(runner, 'refresh_tokens_by_session', 'refresh_tokens (session_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index refresh_tokens_by_session');
  }
}
