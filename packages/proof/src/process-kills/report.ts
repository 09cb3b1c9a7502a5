import type { ProductFixtures } from '@app/e2e/product';

export interface KillReport {
  injected: Record<string, number>;
  seconds: number;
  submissions: number;
  completed: number;
  /** 503 and missing answers. */
  refusals: number;
  /** Plans that were bought meanwhile, and months in which all of them were renewed. */
  purchases?: number;
  months?: number;
  /** Batches that were begun meanwhile. */
  batches?: number;
  longestSeconds: number;
  attempts: { end: string; attempt: number; count: number }[];
  versions: Record<string, string>;
}

/** Generations that ended more than `graceSeconds` after their deadline. */
export const endedLate = ({ database }: ProductFixtures, graceSeconds: number): Promise<unknown[]> =>
  database.query(
    `select id, finished_at - deadline as late from generations
                   where finished_at > deadline + $1 * interval '1 second'`,
    [graceSeconds],
  );

export async function readEndings({
  database,
}: ProductFixtures): Promise<Pick<KillReport, 'longestSeconds' | 'attempts' | 'versions'>> {
  const [longest] = await database.query<{ seconds: number }[]>(
    `select extract(epoch from max(finished_at - created_at))::float8 as seconds from generations`,
  );
  const attempts = await database.query<KillReport['attempts']>(
    `select coalesce(i.error_code, i.status) as "end", g.attempt, count(*)::int
       from images i join generations g on g.id = i.generation_id group by 1, 2 order by 3 desc, 1, 2`,
  );
  const [postgres] = await database.query<{ server_version: string }[]>('show server_version');
  return { longestSeconds: longest?.seconds ?? 0, attempts, versions: { Postgres: postgres?.server_version ?? '' } };
}

export interface OutsideFaultReport extends KillReport {
  kills: number;
  visitors: { arrived: number; mails: number; downloads: number; refused: number };
}
