import type { MigrationInterface, QueryRunner } from 'typeorm';

const RENAME = `
alter table shelves rename to gallery_counters;
alter table shelf_gaps rename to gallery_page_index;
alter table generations rename column line_at to fair_order_at;
alter index generations_line rename to generations_queue;
`;
const RENAME_BACK = `
alter index generations_queue rename to generations_line;
alter table generations rename column fair_order_at to line_at;
alter table gallery_page_index rename to shelf_gaps;
alter table gallery_counters rename to shelves;
`;

/** Constraints and their indexes are named after the table and the column that they were created with. */
const renameConstraints = (names: [from: string, to: string][]): string => `
do $$
declare
  found record;
begin
  for found in
    select c.conrelid::regclass as owner, c.conname as old, n.becomes || substr(c.conname, length(n.was) + 1) as new
      from pg_constraint c
      join (values ${names.map(([from, to]) => `('${from}', '${to}')`).join(', ')}) as n (was, becomes)
        on starts_with(c.conname, n.was)
     where c.connamespace = 'public'::regnamespace
  loop
    execute format('alter table %s rename constraint %I to %I', found.owner, found.old, found.new);
  end loop;
end $$;
`;

const promptCounting = (counters: string): string => `
create or replace function count_new_prompts() returns trigger language plpgsql as $$
begin
  with counted as (
    insert into prompt_uses as p (user_id, key, uses, last_seq)
    select user_id, prompt_key(prompt, negative_prompt), count(*), max(seq)
      from new_generations where deleted_at is null group by 1, 2 order by 1, 2
    on conflict (user_id, key) do update
       set uses = p.uses + excluded.uses, last_seq = greatest(p.last_seq, excluded.last_seq)
    returning user_id, xmax = 0 as is_new
  )
  update ${counters} s set prompt_count = prompt_count + new_prompts
    from (select user_id, count(*) as new_prompts from counted where is_new group by 1) fresh
   where s.user_id = fresh.user_id;
  return null;
end $$;
create or replace function recount_prompt() returns trigger language plpgsql as $$
declare
  is_new boolean;
begin
  insert into prompt_uses as p (user_id, key, uses, last_seq)
  values (new.user_id, prompt_key(new.prompt, new.negative_prompt), 1, new.seq)
  on conflict (user_id, key) do update set uses = p.uses + 1, last_seq = greatest(p.last_seq, excluded.last_seq)
  returning xmax = 0 into is_new;
  if is_new then
    update ${counters} set prompt_count = prompt_count + 1 where user_id = new.user_id;
  end if;
  return null;
end $$;
-- Runs after all rows of the statement have changed: the first of several may find that none is left.
create or replace function uncount_prompt() returns trigger language plpgsql as $$
declare
  prompt_id uuid := prompt_key(old.prompt, old.negative_prompt);
  newest bigint;
begin
  -- The counts of a removed account are deleted before its prompts.
  if not exists (select 1 from prompt_uses where user_id = old.user_id and key = prompt_id) then
    return null;
  end if;
  select max(seq) into newest from generations
   where user_id = old.user_id and deleted_at is null and prompt_key(prompt, negative_prompt) = prompt_id;
  if newest is not null then
    update prompt_uses set uses = uses - 1, last_seq = newest where user_id = old.user_id and key = prompt_id;
    return null;
  end if;
  delete from prompt_uses where user_id = old.user_id and key = prompt_id;
  if found then
    update ${counters} set prompt_count = prompt_count - 1 where user_id = old.user_id;
  end if;
  return null;
end $$;
`;

export class GalleryCounters0015 implements MigrationInterface {
  readonly name = 'GalleryCounters1760000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RENAME);
    await runner.query(
      renameConstraints([
        ['shelves_', 'gallery_counters_'],
        ['shelf_gaps_', 'gallery_page_index_'],
        ['generations_line_at_', 'generations_fair_order_at_'],
      ]),
    );
    await runner.query(promptCounting('gallery_counters'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(RENAME_BACK);
    await runner.query(
      renameConstraints([
        ['gallery_counters_', 'shelves_'],
        ['gallery_page_index_', 'shelf_gaps_'],
        ['generations_fair_order_at_', 'generations_line_at_'],
      ]),
    );
    await runner.query(promptCounting('shelves'));
  }
}
