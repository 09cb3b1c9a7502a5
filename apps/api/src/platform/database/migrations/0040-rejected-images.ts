import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
create index images_rejected_by_user on images (user_id, finished_at) where error_code = 'CONTENT_REJECTED';
`;

const DOWN = `
drop index images_rejected_by_user;
`;

export class RejectedImages0040 implements MigrationInterface {
  readonly name = 'RejectedImages1760000000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
