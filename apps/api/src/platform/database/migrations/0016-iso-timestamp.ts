import type { MigrationInterface, QueryRunner } from 'typeorm';

// Writes a time as the API does: 2026-01-31T23:59:59.123Z. Postgres inlines it into the statements that call it.
const UP = `
create function iso_timestamp(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
`;

const DOWN = `
drop function iso_timestamp(timestamptz);
`;

export class IsoTimestamp0016 implements MigrationInterface {
  readonly name = 'IsoTimestamp1760000000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
