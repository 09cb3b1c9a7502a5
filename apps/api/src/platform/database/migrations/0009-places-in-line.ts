import type { MigrationInterface, QueryRunner } from 'typeorm';

// Who waited before there were places keeps the order of asking, which settles ties.
const UP = `
alter table generations add column line_at timestamptz not null default now();
drop index generations_open;
create index generations_line on generations (priority, line_at, created_at, id) where status in ('pending', 'processing');
`;

const DOWN = `
drop index generations_line;
create index generations_open on generations (priority, created_at) where status in ('pending', 'processing');
alter table generations drop column line_at;
`;

export class PlacesInLine0009 implements MigrationInterface {
  readonly name = 'PlacesInLine1760000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
