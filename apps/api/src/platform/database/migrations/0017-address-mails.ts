import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- Mails to unproven addresses of the last day, so that nobody can be flooded by accounts opened with their address.
create table address_mails (
  id bigint generated always as identity primary key,
  -- A keyed hash: it outlives the account and holds no personal data.
  address_hmac bytea not null check (octet_length(address_hmac) = 32),
  sent_at timestamptz not null default now()
);
create index address_mails_by_address on address_mails (address_hmac, sent_at desc);
create index address_mails_by_time on address_mails (sent_at);
`;

const DOWN = `
drop table address_mails;
`;

export class AddressMails0017 implements MigrationInterface {
  readonly name = 'AddressMails1760000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
