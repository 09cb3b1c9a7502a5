import { expect } from '@jest/globals';
import { rows, type Sql } from '../../../src/platform/database/rows.js';

const NUMBERS = `
  select user_id, 'images' as list, seq, deleted_at is null as shown from images
  union all select user_id, 'generations', seq, deleted_at is null from generations
  union all select user_id, 'favorites', seq, not is_hidden from favorites`;

/** What must hold of every gallery at every commit: each statement returns the rows that break it, so none. */
const GALLERY_RULES = {
  'counters count what is shown': `
    select s.user_id, c.list, c.stored, count(n.seq) as shown
      from gallery_counters s cross join lateral (values ('images', s.image_count), ('generations', s.generation_count),
                                                ('favorites', s.favorite_count)) as c (list, stored)
      left join (${NUMBERS}) n on n.user_id = s.user_id and n.list = c.list and n.shown
     group by 1, 2, 3 having c.stored <> count(n.seq)`,
  'gaps are the numbers given away that are not shown': `
    with given as (
      select s.user_id, c.list, n.seq
        from gallery_counters s cross join lateral (values ('images', s.next_image_seq), ('generations', s.next_generation_seq),
                                                  ('favorites', s.next_favorite_seq)) as c (list, next)
        cross join lateral generate_series(1, c.next - 1) n (seq)
    ), gone as (
      select g.user_id, g.list, l.level, (g.seq - 1) >> l.bits as block, count(*) as gaps
        from (select * from given except select user_id, list, seq from (${NUMBERS}) n where shown) g
             cross join (values (1, 7), (2, 11)) as l (level, bits)
       group by 1, 2, 3, 4
    )
    select * from (select * from gallery_page_index where gaps > 0) stored full join gone using (user_id, list, level, block)
     where stored.gaps is distinct from gone.gaps`,
  'a generation is shown as long as an image of it is': `
    select g.id from generations g join images i on i.generation_id = g.id group by g.id, g.deleted_at
    having (g.deleted_at is null) <> (count(*) filter (where i.deleted_at is null) > 0)`,
  'a favourite is shown exactly when its image is, and gone when that is final': `
    select f.image_id from favorites f join images i on i.id = f.image_id
     where f.is_hidden <> (i.deleted_at is not null) or i.purged_at is not null`,
  'a removal has a time at which it becomes final': `
    select id from images where (deleted_at is null) <> (purge_at is null) or (purged_at < purge_at)`,
  'what is final has ended, and its object is named for removal': `
    select i.id from images i where i.purged_at is not null
       and (i.status in ('pending', 'processing')
            or (i.object_key is not null and not exists (select 1 from object_deletions d where d.object_key = i.object_key)))`,
  'the words of a generation are there exactly as long as an image of it can come back': `
    select g.id from generations g where (g.prompt = '') <> not exists (
      select 1 from images i where i.generation_id = g.id and i.purged_at is null)`,
} as const;

/** Fails with the name of each broken rule and the first rows that break it. */
export async function expectGalleries(sql: Sql): Promise<void> {
  const broken: Record<string, unknown[]> = {};
  for (const [rule, statement] of Object.entries(GALLERY_RULES)) {
    const offending = await rows(sql, `select * from (${statement}) offending limit 5`);
    if (offending.length > 0) broken[rule] = offending;
  }
  expect(broken).toEqual({});
}
