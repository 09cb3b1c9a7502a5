import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Lineage0029 implements MigrationInterface {
  readonly name = 'Lineage1760000000029';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index generations_by_parent on generations (parent_id, seq) where parent_id is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index generations_by_parent`);
  }
}
