import type { EngineId, GenerationErrorCode } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import { row } from '../../../platform/database/rows.js';
import { EngineHealthEntity } from './engine-health.entity.js';

export interface EngineHealthRow {
  engine: EngineId;
  /** Since the last answer, as long as calls are let through. */
  faults: number;
  isOpen: boolean;
  /** Until a half-open trial is let through. */
  msLeft: number;
  /** A half-open trial is running. */
  isProbed: boolean;
}

/** The engines that ever failed. */
export const readEngineHealth = (manager: EntityManager): Promise<EngineHealthRow[]> =>
  manager
    .createQueryBuilder(EngineHealthEntity, 'h')
    .select('h.engine', 'engine')
    .addSelect('h.faults', 'faults')
    .addSelect('h.openUntil is not null', 'isOpen')
    .addSelect('coalesce(greatest(0, extract(epoch from h.openUntil - now()) * 1000), 0)::float8', 'msLeft')
    .addSelect('coalesce(h.probeUntil > now(), false)', 'isProbed')
    .getRawMany<EngineHealthRow>();

export interface Fault {
  code: GenerationErrorCode;
  /** The engine refuses our account, and so every request: no second fault is needed. */
  isFinal: boolean;
  /** The half-open trial that it ends, if any. */
  probe: string | null;
}

export interface BreakerTimes {
  faultsToOpen: number;
  openMs: number;
  longestOpenMs: number;
}

// While the circuit is open only its trial counts: calls that had begun before say nothing new.
const FAULT = `
insert into engine_health as h (engine, faults, openings, open_until, last_error_code)
values ($1, 1, case when $3 then 1 else 0 end, case when $3 then now() + $5 * interval '1 millisecond' end, $2)
on conflict (engine) do update
   set faults = h.faults + 1, last_error_code = $2, changed_at = now(), probe_owner = null, probe_until = null,
       openings = h.openings + case when $3 or h.open_until is not null or h.faults + 1 >= $4 then 1 else 0 end,
       open_until = case when $3 or h.open_until is not null or h.faults + 1 >= $4
                         then now() + least($5 * power(2, least(h.openings, 20)), $6) * interval '1 millisecond' end
 where h.open_until is null or h.probe_owner = $7
returning engine`;

/** Counts a fault, and opens the circuit if it was one too many. False when nothing changed. */
export const noteFault = async (
  manager: EntityManager,
  engine: EngineId,
  { code, isFinal, probe }: Fault,
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
  ])) !== null;

/** The engine answered: earlier faults no longer count, and a trial closes the circuit. False when nothing changed. */
export async function noteAnswer(manager: EntityManager, engine: EngineId, probe: string | null): Promise<boolean> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(EngineHealthEntity)
    .set({ faults: 0, openings: 0, openUntil: null, probeOwner: null, probeUntil: null, changedAt: () => 'now()' })
    .where('engine = :engine and ((open_until is null and faults > 0) or probe_owner = :probe)', { engine, probe })
    .execute();
  return affected === 1;
}

/** Lets no other trial begin for so many seconds. */
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
