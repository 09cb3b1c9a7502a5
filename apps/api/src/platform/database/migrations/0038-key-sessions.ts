import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- The session in which a key was made: keys made with a stolen token end with it.
alter table api_keys add column session_id uuid references sessions on delete set null,
  -- A mail about the new key is still to be sent.
  add column mail_due boolean not null default false;
create index api_keys_by_session on api_keys (session_id) where session_id is not null;
create index api_keys_with_mail on api_keys (id) where mail_due;
`;

const DOWN = `
alter table api_keys drop column session_id, drop column mail_due;
`;

export class KeySessions0038 implements MigrationInterface {
  readonly name = 'KeySessions1760000000038';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
