import { rows, type Sql } from './rows.js';

interface Holder {
  name: string;
  pid: number;
  since: Date | null;
}

/** What runs for less than that holds nobody up. */
const SETTLED_SECONDS = 2;

const IS_SETTLED = `(a.xact_start is null or a.xact_start < now() - make_interval(secs => $1))`;

const HOLDERS = `
  select a.application_name as name, a.pid, a.xact_start as since
    from pg_stat_activity a
   where a.datname = current_database() and a.pid <> pg_backend_pid() and ${IS_SETTLED}
     and exists (select from pg_locks l join pg_class c on c.oid = l.relation
                  where l.pid = a.pid and l.granted and c.relnamespace = 'public'::regnamespace)
   order by a.xact_start nulls first limit 3`;

const BLOCKERS = `
  select distinct a.application_name as name, a.pid, a.xact_start as since
    from pg_stat_activity ours cross join unnest(pg_blocking_pids(ours.pid)) as b (pid)
    join pg_stat_activity a on a.pid = b.pid
   where ours.datname = current_database() and ours.application_name = $2 and ${IS_SETTLED}
   order by a.xact_start nulls first limit 3`;

const listed = (holders: Holder[]): string =>
  holders
    .map(({ name, pid, since }) => {
      const begin = since ? `, since ${since.toISOString()}` : '';
      return `${name || 'a program without a name'} (process ${pid}${begin})`;
    })
    .join(', ');

/** Why a table could not be had. */
export async function lockedReason(sql: Sql): Promise<string> {
  const holders = await rows<Holder>(sql, HOLDERS, [SETTLED_SECONDS]);
  return `A table is locked${holders.length > 0 ? ` by ${listed(holders)}` : ''}`;
}

/** What connections of this application wait for now; null if for nothing. */
export async function waitingReason(sql: Sql, applicationName: string): Promise<string | null> {
  const blockers = await rows<Holder>(sql, BLOCKERS, [SETTLED_SECONDS, applicationName]);
  return blockers.length > 0 ? `The migration waits for ${listed(blockers)}` : null;
}
