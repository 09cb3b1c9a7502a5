import type { MigrationInterface, QueryRunner } from 'typeorm';

// Whoever scrubs many prompts takes what was made of them along; these run once a row and must find nothing then, cheaply.
const UP = `
-- An UPDATE runs the triggers of its table even when it finds no row.
create or replace function forget_prompt() returns trigger language plpgsql as $$
begin
  if exists (select 1 from images where generation_id = new.id and prompt_head is distinct from left(new.prompt, 100)) then
    update images set prompt_head = left(new.prompt, 100) where generation_id = new.id;
  end if;
  delete from prompt_tokens where generation_id = new.id;
  return null;
end $$;

-- Runs when all rows of the statement have changed: the first of several that went together may find that none is left.
create or replace function uncount_prompt() returns trigger language plpgsql as $$
declare
  wording uuid := prompt_key(old.prompt, old.negative_prompt);
  newest bigint;
begin
  -- The counts of whoever leaves go before their prompts.
  if not exists (select 1 from prompt_uses where user_id = old.user_id and key = wording) then
    return null;
  end if;
  select max(seq) into newest from generations
   where user_id = old.user_id and deleted_at is null and prompt_key(prompt, negative_prompt) = wording;
  if newest is not null then
    update prompt_uses set uses = uses - 1, last_seq = newest where user_id = old.user_id and key = wording;
    return null;
  end if;
  delete from prompt_uses where user_id = old.user_id and key = wording;
  if found then
    update shelves set prompt_count = prompt_count - 1 where user_id = old.user_id;
  end if;
  return null;
end $$;
`;

const DOWN = `
create or replace function uncount_prompt() returns trigger language plpgsql as $$
declare
  wording uuid := prompt_key(old.prompt, old.negative_prompt);
  newest bigint;
begin
  select max(seq) into newest from generations
   where user_id = old.user_id and deleted_at is null and prompt_key(prompt, negative_prompt) = wording;
  if newest is not null then
    update prompt_uses set uses = uses - 1, last_seq = newest where user_id = old.user_id and key = wording;
    return null;
  end if;
  delete from prompt_uses where user_id = old.user_id and key = wording;
  if found then
    update shelves set prompt_count = prompt_count - 1 where user_id = old.user_id;
  end if;
  return null;
end $$;

create or replace function forget_prompt() returns trigger language plpgsql as $$
begin
  update images set prompt_head = left(new.prompt, 100) where generation_id = new.id;
  delete from prompt_tokens where generation_id = new.id;
  return null;
end $$;
`;

export class Erasing0011 implements MigrationInterface {
  readonly name = 'Erasing1760000000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
