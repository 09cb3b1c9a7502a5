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

-- Mails that told of credits about to expire, so that each is sent once.
create table expiry_mails (
  user_id uuid not null references users,
  expires_at timestamptz not null,
  sent_at timestamptz not null default now(),
  primary key (user_id, expires_at)
);
`;

const DOWN = `
drop table expiry_mails, address_mails;
`;

export class Mails0017 implements MigrationInterface {
  readonly name = 'Mails1760000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
