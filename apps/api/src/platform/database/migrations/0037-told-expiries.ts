import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Credits of a plan end when the next ones come, at the end of their month: people are told that, not the latest end. */
export class ToldExpiries0037 implements MigrationInterface {
  readonly name = 'ToldExpiries1760000000037';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table credit_grants add column month_ends_at timestamptz`);
    // Those that wait for the next ones expire 48 hours after a month of their subscription.
    await runner.query(`
      update credit_grants g set month_ends_at = g.expires_at - interval '48 hours'
        from billing_invoices i join subscriptions s on s.id = i.subscription_id
       where g.origin_key ~ '^(plan|topup):' and i.provider = split_part(g.origin_key, ':', 2)
         and i.provider_invoice_id = split_part(g.origin_key, ':', 3)
         and g.expires_at - interval '48 hours' in (
           select period_end from billing_invoices where subscription_id = s.id
           union all
           select (s.anchored_at at time zone 'UTC' + make_interval(months => n)) at time zone 'UTC'
             from generate_series(1, 120) n)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table credit_grants drop column month_ends_at`);
  }
}
