import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- Writes a time as the API does: 2026-01-31T23:59:59.123Z. Postgres inlines it into the statements that call it.
create function iso_timestamp(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Blocks have 2048 and 128 running numbers. At most 2048 / 128 = 16 small blocks and one small block of rows are read.
-- The running number of the nth shown row of a list, from 1.
create function gallery_page_start(owner uuid, list_name text, nth bigint) returns bigint language plpgsql stable as $$
declare
  last_number bigint;
  large_block bigint;
  small_block bigint;
  shown_before bigint;
  found_number bigint;
begin
  select case list_name when 'images' then next_image_seq when 'generations' then next_generation_seq
                        else next_favorite_seq end - 1
    into last_number from gallery_counters where user_id = owner;
  select n, shown into large_block, shown_before from (
    select n, (n << 11) - coalesce(sum(p.gaps) over (order by n rows between unbounded preceding and 1 preceding), 0)::bigint
                as shown
      from generate_series(0, (last_number - 1) >> 11) n
      left join gallery_page_index p on p.user_id = owner and p.list = list_name and p.level = 2 and p.block = n
  ) large where shown < nth order by n desc limit 1;
  select n, shown into small_block, shown_before from (
    select n, shown_before + ((n - (large_block << 4)) << 7)
                - coalesce(sum(p.gaps) over (order by n rows between unbounded preceding and 1 preceding), 0)::bigint as shown
      from generate_series(large_block << 4, (large_block << 4) + 15) n
      left join gallery_page_index p on p.user_id = owner and p.list = list_name and p.level = 1 and p.block = n
  ) small where shown < nth order by n desc limit 1;
  if list_name = 'images' then
    select seq into found_number from images
     where user_id = owner and deleted_at is null and seq > small_block << 7
     order by seq offset nth - shown_before - 1 limit 1;
  elsif list_name = 'generations' then
    select seq into found_number from generations
     where user_id = owner and deleted_at is null and seq > small_block << 7
     order by seq offset nth - shown_before - 1 limit 1;
  else
    select seq into found_number from favorites
     where user_id = owner and not is_hidden and seq > small_block << 7
     order by seq offset nth - shown_before - 1 limit 1;
  end if;
  return found_number;
end $$;
`;

const DOWN = `
drop function gallery_page_start(uuid, text, bigint);
drop function iso_timestamp(timestamptz);
`;

export class SqlFunctions0016 implements MigrationInterface {
  readonly name = 'SqlFunctions1760000000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
