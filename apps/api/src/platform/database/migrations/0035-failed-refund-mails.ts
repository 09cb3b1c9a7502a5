import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A person is told when a bank sends a refund back. */
export class FailedRefundMails0035 implements MigrationInterface {
  readonly name = 'FailedRefundMails1760000000035';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table billing_mails drop constraint billing_mails_kind_check,
        add constraint billing_mails_kind_check check (kind in ('receipt', 'failed', 'refunded', 'refund_failed'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from billing_mails where kind = 'refund_failed'`);
    await runner.query(`
      alter table billing_mails drop constraint billing_mails_kind_check,
        add constraint billing_mails_kind_check check (kind in ('receipt', 'failed', 'refunded'))`);
  }
}
