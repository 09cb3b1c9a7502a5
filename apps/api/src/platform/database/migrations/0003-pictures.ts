import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
create table shelves (
  user_id uuid primary key references users,
  next_generation_seq bigint not null default 1,
  generation_count bigint not null default 0 check (generation_count >= 0),
  next_image_seq bigint not null default 1,
  image_count bigint not null default 0 check (image_count >= 0),
  next_favorite_seq bigint not null default 1,
  favorite_count bigint not null default 0 check (favorite_count >= 0)
);

create table generations (
  id uuid primary key,
  user_id uuid not null references users,
  seq bigint not null,
  idem_key text,
  body_hash bytea,
  prompt text not null,
  negative_prompt text,
  model text not null,
  style text not null,
  size text not null,
  quality text not null,
  output_format text not null,
  seed bigint not null check (seed between 0 and 4294967295),
  count integer not null check (count between 1 and 8),
  unit_price bigint not null check (unit_price > 0),
  -- Smaller runs first; from the plan at submission.
  priority integer not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  engine text,
  understood jsonb not null default '[]',
  attempt integer not null default 0 check (attempt between 0 and 3),
  lease_until timestamptz,
  deadline timestamptz not null,
  error_code text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  deleted_at timestamptz,
  unique (user_id, idem_key),
  unique (user_id, seq),
  check ((idem_key is null) = (body_hash is null)),
  check ((status in ('pending', 'processing')) = (finished_at is null))
);
create index generations_open_by_user on generations (user_id) where status in ('pending', 'processing');
create index generations_open on generations (priority, created_at) where status in ('pending', 'processing');
create index generations_by_prompt on generations (user_id, left(prompt, 100), seq);
create index generations_by_style on generations (user_id, style, seq);
create index generations_finished_by_user on generations (user_id, finished_at) where finished_at is not null;
create index generations_delivered on generations (finished_at desc) where status = 'completed';

create table images (
  id uuid primary key,
  generation_id uuid not null references generations,
  user_id uuid not null references users,
  idx integer not null check (idx between 0 and 7),
  seq bigint not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  error_code text,
  seed bigint not null check (seed between 0 and 4294967295),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  object_key text unique,
  format text,
  bytes bigint,
  sha256 bytea,
  thumb_widths integer[] not null default '{}',
  thumbhash bytea,
  engine_request_id text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  deleted_at timestamptz,
  purge_at timestamptz,
  unique (generation_id, idx),
  unique (user_id, seq),
  -- The first picture carries the generation's own id, so that calls that know one id work for both.
  check ((idx = 0) = (id = generation_id)),
  check (status <> 'completed' or (object_key is not null and format is not null and bytes > 0 and sha256 is not null)),
  check ((status in ('pending', 'processing')) = (finished_at is null))
);
create index images_gallery on images (user_id, seq desc) where deleted_at is null;

alter table holds add constraint holds_image foreign key (image_id) references images;

create table favorites (
  user_id uuid not null references users,
  image_id uuid not null references images,
  seq bigint not null,
  created_at timestamptz not null default now(),
  primary key (user_id, image_id),
  unique (user_id, seq)
);

create table object_deletions (
  object_key text primary key,
  due_at timestamptz not null default now(),
  done_at timestamptz
);
create index object_deletions_due on object_deletions (due_at) where done_at is null;
`;

const DOWN = `
alter table holds drop constraint holds_image;
drop table object_deletions, favorites, images, generations, shelves;
`;

export class Images0003 implements MigrationInterface {
  readonly name = 'Pictures1760000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
