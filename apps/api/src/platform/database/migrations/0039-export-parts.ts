import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- Images below this number: a part of everything that one archive does not take. Null: from the newest one.
alter table export_tickets add column before bigint;
`;

const DOWN = `
alter table export_tickets drop column before;
`;

export class ExportParts0039 implements MigrationInterface {
  readonly name = 'ExportParts1760000000039';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
