import type { MigrationInterface, QueryRunner } from 'typeorm';
import { textTokens, tokenNumbers } from '../../text/search-tokens.js';

// What lists are filtered and sorted by stands in their indexes, so that a page and its total are read from one index.
const UP = `
alter table generations add column prompt_head text generated always as (left(prompt, 100)) stored;
drop index generations_by_prompt;
drop index generations_by_style;
create index generations_by_seq on generations (user_id, seq)
  include (style, model, size, status, created_at) where deleted_at is null;
create index generations_by_prompt on generations (user_id, prompt_head, seq)
  include (style, model, size, status, created_at) where deleted_at is null;
create index generations_by_style on generations (user_id, style, seq)
  include (model, size, status, created_at) where deleted_at is null;

-- Copies of what the generation says.
alter table images add column style text, add column model text, add column size text, add column prompt_head text;
alter table images disable trigger user;
update images i set style = g.style, model = g.model, size = g.size, prompt_head = g.prompt_head
  from generations g where g.id = i.generation_id;
alter table images enable trigger user;
alter table images alter column style set not null, alter column model set not null, alter column size set not null,
                   alter column prompt_head set not null;
drop index images_gallery;
create index images_by_seq on images (user_id, seq)
  include (style, model, size, status, created_at) where deleted_at is null;
create index images_by_prompt on images (user_id, prompt_head, seq)
  include (style, model, size, status, created_at) where deleted_at is null;
create index images_by_style on images (user_id, style, seq)
  include (model, size, status, created_at) where deleted_at is null;

create function copy_settings_to_picture() returns trigger language plpgsql as $$
begin
  select g.style, g.model, g.size, g.prompt_head into new.style, new.model, new.size, new.prompt_head
    from generations g where g.id = new.generation_id;
  return new;
end $$;
create trigger images_copy_settings before insert on images
  for each row when (new.style is null) execute function copy_settings_to_picture();

-- What a prompt is found by, as numbers that differ from person to person.
create table prompt_tokens (
  generation_id uuid primary key references generations on delete cascade,
  -- Running numbers of what is found: the generation's, and those of its pictures, which are neighbours.
  generation_seq bigint not null,
  first_image_seq bigint not null,
  image_count integer not null,
  tokens bigint[] not null
);
create index prompt_tokens_by_token on prompt_tokens using gin (tokens) with (fastupdate = off);

-- A prompt changes only when it is forgotten; then nothing may be left of it.
create function forget_prompt() returns trigger language plpgsql as $$
begin
  update images set prompt_head = left(new.prompt, 100) where generation_id = new.id;
  delete from prompt_tokens where generation_id = new.id;
  return null;
end $$;
create trigger generations_forget_prompt after update of prompt on generations
  for each row when (old.prompt is distinct from new.prompt) execute function forget_prompt();
`;

const DOWN = `
drop trigger generations_forget_prompt on generations;
drop trigger images_copy_settings on images;
drop function forget_prompt();
drop function copy_settings_to_picture();
drop table prompt_tokens;
drop index images_by_seq;
alter table images drop column style, drop column model, drop column size, drop column prompt_head;
create index images_gallery on images (user_id, seq desc) where deleted_at is null;
drop index generations_by_seq;
drop index generations_by_style;
alter table generations drop column prompt_head;
create index generations_by_prompt on generations (user_id, left(prompt, 100), seq);
create index generations_by_style on generations (user_id, style, seq);
`;

const BATCH = 2_000;
type Prompt = { id: string; user_id: string; prompt: string };

async function fillTokens(runner: QueryRunner): Promise<void> {
  for (let after = ''; ;) {
    const prompts = (await runner.query(
      `select id, user_id, prompt from generations
        where prompt <> '' and ($1 = '' or id > nullif($1, '')::uuid) order by id limit $2`,
      [after, BATCH],
    )) as Prompt[];
    const last = prompts.at(-1);
    if (!last) return;
    const found = prompts.map(({ user_id, prompt }) => `{${tokenNumbers(user_id, textTokens(prompt)).join(',')}}`);
    await runner.query(
      `insert into prompt_tokens (generation_id, generation_seq, first_image_seq, image_count, tokens)
       select g.id, g.seq, (select min(seq) from images where generation_id = g.id), g.count, tokens::bigint[]
         from unnest($1::uuid[], $2::text[]) as found (id, tokens) join generations g using (id)`,
      [prompts.map(({ id }) => id), found],
    );
    after = last.id;
  }
}

export class Lists0010 implements MigrationInterface {
  readonly name = 'Lists1760000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    await fillTokens(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
