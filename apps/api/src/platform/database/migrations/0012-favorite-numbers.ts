import type { MigrationInterface, QueryRunner } from 'typeorm';

// Which pictures and generations of a list are favourites is read from one index, without a look at each of them.
const UP = `
alter table favorites add column image_seq bigint, add column generation_seq bigint;
update favorites f set image_seq = i.seq, generation_seq = g.seq
  from images i join generations g on g.id = i.generation_id where i.id = f.image_id;
create index favorites_by_number on favorites (user_id, image_seq) include (generation_seq) where not is_hidden;

-- When the statement is done, since it may have made the picture too.
create function number_favorites() returns trigger language plpgsql as $$
begin
  update favorites f set image_seq = i.seq, generation_seq = g.seq
    from new_favorites n join images i on i.id = n.image_id join generations g on g.id = i.generation_id
   where f.user_id = n.user_id and f.image_id = n.image_id;
  return null;
end $$;
create trigger favorites_number after insert on favorites
  referencing new table as new_favorites for each statement execute function number_favorites();
`;

const DOWN = `
drop trigger favorites_number on favorites;
drop function number_favorites();
drop index favorites_by_number;
alter table favorites drop column image_seq, drop column generation_seq;
`;

export class FavoriteNumbers0012 implements MigrationInterface {
  readonly name = 'FavoriteNumbers1760000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
