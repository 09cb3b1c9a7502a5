import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
update batch_rows r set prompt = '', negative_prompt = null
  from generations g where g.id = r.generation_id and g.prompt = '' and r.prompt <> ''`;

/** For prompts that were deleted before 0041. A migration of its own, because 0041 holds both tables. */
export class DeletedPrompts0043 implements MigrationInterface {
  readonly name = 'DeletedPrompts1760000000043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
