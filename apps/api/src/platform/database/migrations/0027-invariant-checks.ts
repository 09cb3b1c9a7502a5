import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
create table invariant_checks (
  invariant text primary key,
  broken_rows bigint not null,
  checked_at timestamptz not null
);
`;

const DOWN = 'drop table invariant_checks';

export class InvariantChecks0027 implements MigrationInterface {
  readonly name = 'InvariantChecks1760000000027';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
