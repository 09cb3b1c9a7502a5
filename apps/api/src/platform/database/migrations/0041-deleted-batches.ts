import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- Its rows stay without their prompts, since invariants and repeated requests need them.
alter table batches add column deleted_at timestamptz,
  add constraint batches_deleted_once_closed check (deleted_at is null or closed_at is not null);

-- A row of a batch holds a copy of the prompt, which is forgotten with it.
create function forget_batch_prompt() returns trigger language plpgsql as $$
begin
  update batch_rows set prompt = '', negative_prompt = null where generation_id = new.id;
  return null;
end $$;
create trigger generations_forget_batch_prompt after update of prompt on generations
  for each row when (new.prompt = '' and old.prompt <> '') execute function forget_batch_prompt();
`;

const DOWN = `
drop trigger generations_forget_batch_prompt on generations;
drop function forget_batch_prompt();
alter table batches drop column deleted_at;
`;

export class DeletedBatches0041 implements MigrationInterface {
  readonly name = 'DeletedBatches1760000000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
