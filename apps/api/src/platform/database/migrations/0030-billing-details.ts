import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BillingDetails0030 implements MigrationInterface {
  readonly name = 'BillingDetails1760000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table billing_details (
        user_id uuid primary key references users,
        company text not null,
        tax_id text not null,
        address text not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table billing_details`);
  }
}
