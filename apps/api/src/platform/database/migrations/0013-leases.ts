import type { MigrationInterface, QueryRunner } from 'typeorm';

// Locks that outlive a transaction, as rows: behind a pooler, session locks of two clients may be on one connection.
const UP = `
create table leases (
  name text primary key,
  owner uuid not null,
  until timestamptz not null
);

-- One row: which installation the database belongs to.
create table installation (
  is_only boolean primary key default true check (is_only),
  id text not null
);
`;

const DOWN = `
drop table installation;
drop table leases;
`;

export class Leases0013 implements MigrationInterface {
  readonly name = 'Leases1760000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
