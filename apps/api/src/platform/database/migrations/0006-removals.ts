import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- Set once, when a removed picture cannot be restored any more and its bytes are about to go.
alter table images add column purged_at timestamptz;
alter table images add constraint images_purged_only_if_deleted check (purged_at is null or deleted_at is not null);
create index images_to_purge on images (purge_at) where deleted_at is not null and purged_at is null;

-- A removed picture stays a favourite, out of sight, until it is restored or purged.
alter table favorites add column is_hidden boolean not null default false;
create index favorites_visible on favorites (user_id, seq desc) where not is_hidden;

-- How many running numbers of a block are not shown any more. Level 1: 128 numbers, (seq - 1) >> 7; level 2: 2048 of
-- them, (seq - 1) >> 11. Somebody who never removed anything has none of these rows.
create table shelf_gaps (
  user_id uuid not null references users,
  list text not null check (list in ('images', 'generations', 'favorites')),
  level integer not null check (level in (1, 2)),
  block bigint not null check (block >= 0),
  gaps bigint not null check (gaps >= 0),
  primary key (user_id, list, level, block)
);

insert into shelf_gaps (user_id, list, level, block, gaps)
select user_id, list, level, (seq - 1) >> bits, count(*)
  from (select user_id, 'images' as list, seq from images where deleted_at is not null
        union all
        select user_id, 'generations', seq from generations where deleted_at is not null
        union all
        select s.user_id, 'favorites', n from shelves s, generate_series(1, s.next_favorite_seq - 1) n
         where not exists (select 1 from favorites f where f.user_id = s.user_id and f.seq = n)) gone,
       (values (1, 7), (2, 11)) as levels (level, bits)
 group by 1, 2, 3, 4;
`;

const DOWN = `
drop table shelf_gaps;
alter table favorites drop column is_hidden;
alter table images drop column purged_at;
`;

export class Removals0006 implements MigrationInterface {
  readonly name = 'Removals1760000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
