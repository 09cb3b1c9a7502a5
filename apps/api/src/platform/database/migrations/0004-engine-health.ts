import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
create table engine_health (
  engine text primary key,
  -- In a row, while calls are let through.
  faults integer not null default 0 check (faults >= 0),
  -- In a row; each keeps the engine closed for longer than the one before.
  openings integer not null default 0 check (openings >= 0),
  -- Null: calls are let through. Past: one call may find out whether the engine is back.
  open_until timestamptz,
  probe_owner text,
  probe_until timestamptz,
  last_error_code text,
  changed_at timestamptz not null default now(),
  check ((probe_owner is null) = (probe_until is null)),
  check (probe_owner is null or open_until is not null)
);

-- Until a worker begins, the engine whose line a generation stands in; then the one that paints it.
drop index generations_delivered;
create index generations_delivered on generations (engine, finished_at desc) where status = 'completed';

update images set error_code = 'ENGINE_FAILED' where status = 'failed' and error_code is null;
alter table images add constraint images_failed_for_a_reason check (status <> 'failed' or error_code is not null);
`;

const DOWN = `
alter table images drop constraint images_failed_for_a_reason;
drop index generations_delivered;
create index generations_delivered on generations (finished_at desc) where status = 'completed';
drop table engine_health;
`;

export class EngineHealth0004 implements MigrationInterface {
  readonly name = 'EngineHealth1760000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
