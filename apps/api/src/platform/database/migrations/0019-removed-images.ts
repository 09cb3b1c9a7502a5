import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- The images of a month are those that were charged without those that were removed since.
create index images_removed_by_user on images (user_id, finished_at) where status = 'completed' and deleted_at is not null;
`;

const DOWN = `
drop index images_removed_by_user;
`;

export class RemovedImages0019 implements MigrationInterface {
  readonly name = 'RemovedImages1760000000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
