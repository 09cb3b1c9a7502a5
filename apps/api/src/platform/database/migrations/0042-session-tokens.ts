import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Without it, each session that is removed reads all tokens to see that none refers to it. */
export class SessionTokens0042 implements MigrationInterface {
  readonly name = 'SessionTokens1760000000042';
  /** Tokens stay writable while the index is built, which a transaction cannot do. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted attempt leaves an invalid index.
    await runner.query('drop index concurrently if exists refresh_tokens_by_session');
    await runner.query('create index concurrently refresh_tokens_by_session on refresh_tokens (session_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index refresh_tokens_by_session');
  }
}
