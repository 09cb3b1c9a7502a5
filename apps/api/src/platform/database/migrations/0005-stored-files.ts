import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
alter table images add column file_lost_at timestamptz;
create index images_lost on images (id) where file_lost_at is not null;

create table storage_walks (
  name text primary key,
  -- The last key or id that was looked at; null between two walks.
  position text,
  finished_at timestamptz
);
`;

const DOWN = `
drop table storage_walks;
alter table images drop column file_lost_at;
`;

export class StoredFiles0005 implements MigrationInterface {
  readonly name = 'StoredFiles1760000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
