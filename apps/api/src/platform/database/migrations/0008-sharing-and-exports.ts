import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- Links to pictures for people who are not signed in. The token is derived from the id; here is only its hash.
create table shares (
  id uuid primary key,
  user_id uuid not null references users,
  image_id uuid not null references images,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- When a new link took the place of this one, which had expired and keeps saying so.
  replaced_at timestamptz
);
create unique index shares_current on shares (image_id) where revoked_at is null and replaced_at is null;
create index shares_by_user on shares (user_id);

create table export_tickets (
  token_hash bytea primary key,
  user_id uuid not null references users,
  format text not null,
  -- Null: everything.
  image_ids uuid[],
  locale text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index export_tickets_by_user on export_tickets (user_id);
create index export_tickets_over on export_tickets (expires_at);

-- A lease and not a lock: a lock would keep a connection for as long as somebody downloads.
create table running_exports (
  user_id uuid primary key references users,
  id uuid not null,
  lease_until timestamptz not null
);

alter table generations add column parent_id uuid references images;

create function prompt_key(prompt text, negative_prompt text) returns uuid language sql immutable as $$
  select md5(prompt || chr(31) || coalesce(negative_prompt, ''))::uuid
$$;
create index generations_by_wording on generations (user_id, prompt_key(prompt, negative_prompt), seq)
 where deleted_at is null;

-- Each wording once, kept by triggers, so that whoever adds, removes or restores generations need not know of it. All of
-- them hold the lock of the shelf.
create table prompt_uses (
  user_id uuid not null references users,
  key uuid not null,
  uses bigint not null check (uses > 0),
  last_seq bigint not null,
  primary key (user_id, key)
);
create index prompt_uses_recent on prompt_uses (user_id, last_seq desc);
alter table shelves add column prompt_count bigint not null default 0 check (prompt_count >= 0);

create function count_new_prompts() returns trigger language plpgsql as $$
begin
  with counted as (
    insert into prompt_uses as p (user_id, key, uses, last_seq)
    select user_id, prompt_key(prompt, negative_prompt), count(*), max(seq)
      from new_generations where deleted_at is null group by 1, 2 order by 1, 2
    on conflict (user_id, key) do update
       set uses = p.uses + excluded.uses, last_seq = greatest(p.last_seq, excluded.last_seq)
    returning user_id, xmax = 0 as is_new
  )
  update shelves s set prompt_count = prompt_count + wordings
    from (select user_id, count(*) as wordings from counted where is_new group by 1) fresh
   where s.user_id = fresh.user_id;
  return null;
end $$;

create function recount_prompt() returns trigger language plpgsql as $$
declare
  is_new boolean;
begin
  insert into prompt_uses as p (user_id, key, uses, last_seq)
  values (new.user_id, prompt_key(new.prompt, new.negative_prompt), 1, new.seq)
  on conflict (user_id, key) do update set uses = p.uses + 1, last_seq = greatest(p.last_seq, excluded.last_seq)
  returning xmax = 0 into is_new;
  if is_new then
    update shelves set prompt_count = prompt_count + 1 where user_id = new.user_id;
  end if;
  return null;
end $$;

-- Runs when all rows of the statement have changed: the first of several that went together may find that none is left.
create function uncount_prompt() returns trigger language plpgsql as $$
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

lock table generations in share row exclusive mode;
create trigger generations_prompt_added after insert on generations
  referencing new table as new_generations for each statement execute function count_new_prompts();
create trigger generations_prompt_removed after update of deleted_at on generations
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function uncount_prompt();
create trigger generations_prompt_restored after update of deleted_at on generations
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function recount_prompt();
insert into prompt_uses (user_id, key, uses, last_seq)
select user_id, prompt_key(prompt, negative_prompt), count(*), max(seq)
  from generations where deleted_at is null group by 1, 2;
update shelves s set prompt_count = p.wordings
  from (select user_id, count(*) as wordings from prompt_uses group by 1) p where p.user_id = s.user_id;
`;

const DOWN = `
drop trigger generations_prompt_restored on generations;
drop trigger generations_prompt_removed on generations;
drop trigger generations_prompt_added on generations;
drop function uncount_prompt();
drop function recount_prompt();
drop function count_new_prompts();
alter table shelves drop column prompt_count;
drop table prompt_uses;
drop index generations_by_wording;
drop function prompt_key(text, text);
alter table generations drop column parent_id;
drop table running_exports, export_tickets, shares;
`;

export class SharingAndExports0008 implements MigrationInterface {
  readonly name = 'SharingAndExports1760000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
