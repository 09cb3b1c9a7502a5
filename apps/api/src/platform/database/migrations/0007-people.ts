import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- Days of an identity's claims outlive the account, or removing it would earn another one.
alter table identity_marks add column last_claim date;

-- An account that was removed, until nothing is left of it.
create table account_removals (
  user_id uuid primary key references users,
  requested_at timestamptz not null default now(),
  -- When somebody should look again.
  due_at timestamptz not null,
  finished_at timestamptz
);
create index account_removals_due on account_removals (due_at) where finished_at is null;

-- What was charged, by UTC day: sums over years without reading a ledger of years.
create table spending_days (
  user_id uuid not null references credit_accounts,
  day date not null,
  pictures integer not null check (pictures > 0),
  units bigint not null check (units > 0),
  primary key (user_id, day)
) with (fillfactor = 80);
lock table ledger_entries in share row exclusive mode;
insert into spending_days (user_id, day, pictures, units)
select user_id, (created_at at time zone 'UTC')::date, count(*), -sum(d_reserved)
  from ledger_entries where kind = 'settle' group by 1, 2;

-- How many pictures a person has, by what they are counted for. Kept by triggers, so that whoever adds, ends, removes or
-- restores pictures need not know of it.
create table picture_tallies (
  user_id uuid not null references users,
  model text not null,
  style text not null,
  state text not null check (state in ('open', 'delivered', 'failed')),
  pictures bigint not null,
  primary key (user_id, model, style, state)
) with (fillfactor = 80);

create function tally_state(status text) returns text language sql immutable as $$
  select case when status in ('pending', 'processing') then 'open' when status = 'completed' then 'delivered' else 'failed' end
$$;

create function tally_new_pictures() returns trigger language plpgsql as $$
begin
  insert into picture_tallies as t (user_id, model, style, state, pictures)
  select n.user_id, g.model, g.style, tally_state(n.status), count(*)
    from new_pictures n join generations g on g.id = n.generation_id
   where n.deleted_at is null
   group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (user_id, model, style, state) do update set pictures = t.pictures + excluded.pictures;
  return null;
end $$;

-- In the order of the key, so that two who change pictures of one person wait for each other and not in a circle.
create function tally_changed_pictures() returns trigger language plpgsql as $$
begin
  insert into picture_tallies as t (user_id, model, style, state, pictures)
  select c.user_id, g.model, g.style, c.state, sum(c.n)
    from (select o.generation_id, o.user_id, tally_state(o.status) as state, -1 as n
            from old_pictures o where o.deleted_at is null
           union all
          select n.generation_id, n.user_id, tally_state(n.status), 1 from new_pictures n where n.deleted_at is null) c
    join generations g on g.id = c.generation_id
   group by 1, 2, 3, 4 having sum(c.n) <> 0 order by 1, 2, 3, 4
  on conflict (user_id, model, style, state) do update set pictures = t.pictures + excluded.pictures;
  return null;
end $$;

create trigger images_tally_new after insert on images
  referencing new table as new_pictures for each statement execute function tally_new_pictures();
create trigger images_tally_changed after update on images
  referencing old table as old_pictures new table as new_pictures
  for each statement execute function tally_changed_pictures();
insert into picture_tallies (user_id, model, style, state, pictures)
select i.user_id, g.model, g.style, tally_state(i.status), count(*)
  from images i join generations g on g.id = i.generation_id where i.deleted_at is null group by 1, 2, 3, 4;
`;

const DOWN = `
drop trigger images_tally_changed on images;
drop trigger images_tally_new on images;
drop function tally_changed_pictures();
drop function tally_new_pictures();
drop function tally_state(text);
drop table picture_tallies, spending_days, account_removals;
alter table identity_marks drop column last_claim;
`;

export class People0007 implements MigrationInterface {
  readonly name = 'People1760000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
