import type { EngineId, GenerationErrorCode } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { changed, row, type Sql } from '../../../platform/database/rows.js';
import { OPEN } from '../shared/generation-rows.js';

/** How an engine stands; one that never gave trouble has no row. */
export interface EngineHealthRow {
  engine: EngineId;
  /** In a row, as long as calls are let through. */
  faults: number;
  isOpen: boolean;
  /** Until a probe is let through. */
  msLeft: number;
  /** Somebody is finding out whether the engine is back. */
  isProbed: boolean;
}

const FIELDS = `engine, faults, open_until is not null as "isOpen",
       coalesce(greatest(0, extract(epoch from open_until - now()) * 1000), 0)::float8 as "msLeft",
       coalesce(probe_until > now(), false) as "isProbed"`;

const READ = {
  name: 'images_read_engine_health',
  text: `select ${FIELDS} from engine_health`,
};

/** The engines that ever gave trouble. */
export const readEngineHealth = (dataSource: DataSource): Promise<EngineHealthRow[]> =>
  prepared<EngineHealthRow & Record<string, unknown>>(dataSource, READ);

/** A call may be made: rows `h` of engine_health, left joined. Of an open engine this is the moment for a probe. */
export const letsThrough = (h: string): string =>
  `(${h}.open_until is null or (${h}.open_until <= now() and (${h}.probe_until is null or ${h}.probe_until <= now())))`;

export interface Fault {
  code: GenerationErrorCode;
  /** The engine refuses our account, so every request: no second fault is needed. */
  isFinal: boolean;
  /** Some prompt may cause it; a server that cannot be reached is never the fault of one. */
  mayBePrompt: boolean;
  generationId: string;
  /** Whose probe it was, if it was one. */
  probe: string | null;
}

export interface BreakerTimes {
  faultsToOpen: number;
  openMs: number;
  longestOpenMs: number;
}

const MOST_FAULTS_OF_PERSON = 2;
const ACTIVE = `interval '10 minutes'`;

const faultsOf = (userId: string): string =>
  `(select count(*) from generations f where f.id = any(h.fault_generations) and f.user_id = ${userId})`;

/**
 * Whether a fault that may lie in the prompt counts: once a generation, and no more than a few of one person as long as
 * anybody else who is active could show that the engine works.
 */
const COUNTS = `
  $8 <> all(h.fault_generations) and (
    ${faultsOf('(select user_id from generations where id = $8)')} < ${MOST_FAULTS_OF_PERSON}
    or not exists (
      select from generations o
       where o.engine = $1 and o.user_id <> (select user_id from generations where id = $8)
         and (o.status in ${OPEN} or (o.status = 'completed' and o.finished_at > now() - ${ACTIVE}))
         and ${faultsOf('o.user_id')} < ${MOST_FAULTS_OF_PERSON}))`;

// While an engine is open only its probe counts: calls that had begun before know nothing newer.
const FAULT = `
insert into engine_health as h (engine, faults, openings, open_until, last_error_code, fault_generations)
values ($1, 1, case when $3 then 1 else 0 end, case when $3 then now() + $5 * interval '1 millisecond' end, $2,
        case when $9 then array[$8::uuid] else '{}' end)
on conflict (engine) do update
   set faults = h.faults + 1, last_error_code = $2, changed_at = now(), probe_owner = null, probe_until = null,
       fault_generations = h.fault_generations || excluded.fault_generations,
       openings = h.openings + case when $3 or h.open_until is not null or h.faults + 1 >= $4 then 1 else 0 end,
       open_until = case when $3 or h.open_until is not null or h.faults + 1 >= $4
                         then now() + least($5 * power(2, least(h.openings, 20)), $6) * interval '1 millisecond' end
 where (h.open_until is null or h.probe_owner = $7) and (not $9 or (${COUNTS}))
returning ${FIELDS}`;

/** Counts a fault, and opens the engine if it was one too many. Null: nothing changed. */
export const noteFault = (
  sql: Sql,
  engine: EngineId,
  { code, isFinal, mayBePrompt, generationId, probe }: Fault,
  { faultsToOpen, openMs, longestOpenMs }: BreakerTimes,
): Promise<EngineHealthRow | null> =>
  row(sql, FAULT, [
    engine,
    code,
    isFinal || faultsToOpen <= 1,
    faultsToOpen,
    openMs,
    longestOpenMs,
    probe,
    generationId,
    mayBePrompt,
  ]);

/** The engine answers: faults before it do not count any more, and a probe closes it. */
export const noteAnswer = (sql: Sql, engine: EngineId, probe: string | null): Promise<number> =>
  changed(
    sql,
    `update engine_health
        set faults = 0, openings = 0, open_until = null, probe_owner = null, probe_until = null, fault_generations = '{}',
            changed_at = now()
      where engine = $1 and ((open_until is null and faults > 0) or probe_owner = $2)`,
    [engine, probe],
  );

/** Keeps others from probing for so long. */
export const keepProbe = (sql: Sql, engine: EngineId, probe: string, seconds: number): Promise<number> =>
  changed(
    sql,
    `update engine_health set probe_until = now() + $3 * interval '1 second' where engine = $1 and probe_owner = $2`,
    [engine, probe, seconds],
  );

/** Lets somebody else probe; nothing was found out. */
export const endProbe = (sql: Sql, engine: EngineId, probe: string): Promise<number> =>
  changed(
    sql,
    `update engine_health set probe_owner = null, probe_until = null where engine = $1 and probe_owner = $2`,
    [engine, probe],
  );
