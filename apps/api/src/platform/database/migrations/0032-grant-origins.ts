import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A grant and what was restored of it, once or repeatedly, have one origin. */
export class GrantOrigins0032 implements MigrationInterface {
  readonly name = 'GrantOrigins1760000000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table credit_grants
        add column origin_key text not null generated always as (replace(source_key, 'restore:', '')) stored`);
    await runner.query(`create index credit_grants_by_origin on credit_grants (origin_key)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table credit_grants drop column origin_key`);
  }
}
