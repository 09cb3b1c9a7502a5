import type { MigrationInterface, QueryRunner } from 'typeorm';

// Which providers there are is known to the contracts alone; the database only keeps the name well-formed.
const UP = `
alter table identities drop constraint identities_provider_check,
  add constraint identities_provider_check check (provider ~ '^[a-z][a-z0-9-]{0,31}$');
`;

const DOWN = `
alter table identities drop constraint identities_provider_check,
  add constraint identities_provider_check check (provider in ('google', 'github'));
`;

export class SignInProviders0014 implements MigrationInterface {
  readonly name = 'SignInProviders1760000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
