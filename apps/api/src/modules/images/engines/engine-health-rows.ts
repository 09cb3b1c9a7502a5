import type { EngineId, GenerationErrorCode } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import { row } from '../../../platform/database/rows.js';
import { EngineHealthEntity } from './engine-health.entity.js';

export interface EngineHealthRow {
  engine: EngineId;
  faults: number;
  isOpen: boolean;
  /** It failed, and did not only ask for a pause. */
  hasFailed: boolean;
  /** Until a half-open trial is let through. */
  msLeft: number;
  isProbed: boolean;
}

export const readEngineHealth = (manager: EntityManager): Promise<EngineHealthRow[]> =>
  manager
    .createQueryBuilder(EngineHealthEntity, 'h')
    .select('h.engine', 'engine')
    .addSelect('h.faults', 'faults')
    .addSelect('h.openUntil is not null', 'isOpen')
    .addSelect('h.openUntil is not null and h.openings > 0', 'hasFailed')
    .addSelect('coalesce(greatest(0, extract(epoch from h.openUntil - now()) * 1000), 0)::float8', 'msLeft')
    .addSelect('coalesce(h.probeUntil > now(), false)', 'isProbed')
    .getRawMany<EngineHealthRow>();

export interface Fault {
  code: GenerationErrorCode;
  /** The engine refuses our account, and so every request: no second fault is needed. */
  isFinal: boolean;
  /** A prompt may have caused it. Never true for a connection fault. */
  mayBePrompt: boolean;
  generationId: string;
  probe: string | null;
}

export interface BreakerTimes {
  faultsToOpen: number;
  openMs: number;
  longestOpenMs: number;
}

// While open, only the trial counts. A prompt's fault counts once per generation, and at most twice per user among
// several.
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
 where (h.open_until is null or h.probe_owner = $7) and (not $9 or ($8 <> all(h.fault_generations) and (
   (select count(*) from generations f
     where f.id = any(h.fault_generations) and f.user_id = (select user_id from generations where id = $8)) < 2
   or not exists (
     select from generations o
      where o.engine = $1 and o.user_id <> (select user_id from generations where id = $8)
        and (o.status in ('pending', 'processing') or (o.status = 'completed' and o.finished_at > now() - interval '10 minutes'))
        and (select count(*) from generations f where f.id = any(h.fault_generations) and f.user_id = o.user_id) < 2))))
returning engine`;

/** Opens the circuit after one fault too many. False when nothing changed. */
export const noteFault = async (
  manager: EntityManager,
  engine: EngineId,
  { code, isFinal, mayBePrompt, generationId, probe }: Fault,
  { faultsToOpen, openMs, longestOpenMs }: BreakerTimes,
): Promise<boolean> =>
  (await row(manager, FAULT, [
    engine,
    code,
    isFinal || faultsToOpen <= 1,
    faultsToOpen,
    openMs,
    longestOpenMs,
    probe,
    generationId,
    mayBePrompt,
  ])) !== null;

// The engine has answered, so faults are reset. While open, only the trial counts.
const PAUSE = `
insert into engine_health as h (engine, open_until, last_error_code)
values ($1, now() + $2 * interval '1 millisecond', 'ENGINE_BUSY')
on conflict (engine) do update
   set faults = 0, openings = 0, fault_generations = '{}', open_until = excluded.open_until,
       last_error_code = excluded.last_error_code, changed_at = now(), probe_owner = null, probe_until = null
 where h.open_until is null or h.probe_owner = $3
returning engine`;

/** Holds every call back for as long as the engine asks. False when nothing changed. */
export const notePause = async (
  manager: EntityManager,
  engine: EngineId,
  ms: number,
  probe: string | null,
): Promise<boolean> => (await row(manager, PAUSE, [engine, ms, probe])) !== null;

/** Resets the faults and closes the circuit after a trial. False when nothing changed. */
export async function noteAnswer(manager: EntityManager, engine: EngineId, probe: string | null): Promise<boolean> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(EngineHealthEntity)
    .set({
      faults: 0,
      openings: 0,
      openUntil: null,
      probeOwner: null,
      probeUntil: null,
      faultGenerations: [],
      changedAt: () => 'now()',
    })
    .where('engine = :engine and ((open_until is null and faults > 0) or probe_owner = :probe)', { engine, probe })
    .execute();
  return affected === 1;
}

export async function keepProbe(
  manager: EntityManager,
  engine: EngineId,
  probe: string,
  seconds: number,
): Promise<void> {
  const probeUntil = () => `now() + interval '${seconds} s'`;
  await manager.update(EngineHealthEntity, { engine, probeOwner: probe }, { probeUntil });
}

/** Ends a trial without a result, so that another can begin. */
export async function endProbe(manager: EntityManager, engine: EngineId, probe: string): Promise<void> {
  await manager.update(EngineHealthEntity, { engine, probeOwner: probe }, { probeOwner: null, probeUntil: null });
}
