import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A batch is paused also when the key that started it has used its budget or was revoked. */
export class KeyPauses0033 implements MigrationInterface {
  readonly name = 'KeyPauses1760000000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table batches drop constraint batches_pause_reason_check,
        add constraint batches_pause_reason_check
        check (pause_reason in ('user', 'insufficient_credits', 'plan', 'api_key_budget', 'api_key_revoked'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update batches set pause_reason = 'user' where pause_reason in ('api_key_budget', 'api_key_revoked')`,
    );
    await runner.query(`
      alter table batches drop constraint batches_pause_reason_check,
        add constraint batches_pause_reason_check check (pause_reason in ('user', 'insufficient_credits', 'plan'))`);
  }
}
