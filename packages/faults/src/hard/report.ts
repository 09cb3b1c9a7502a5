import type { Witnesses } from '@app/e2e/witnesses';

export interface HardReport {
  /** How often each blow fell. */
  dealt: Record<string, number>;
  seconds: number;
  orders: number;
  completed: number;
  /** Answers 503, and none at all. */
  refusals: number;
  /** From the acceptance of a generation to its end. */
  longestSeconds: number;
  attempts: { end: string; attempt: number; count: number }[];
  versions: Record<string, string>;
}

/** Generations that ended later after their deadline than `graceSeconds`. */
export const endedLate = ({ database }: Witnesses, graceSeconds: number): Promise<unknown[]> =>
  database.query(
    `select id, finished_at - deadline as late from generations
                   where finished_at > deadline + $1 * interval '1 second'`,
    [graceSeconds],
  );

/** What the tables say of a run that is over. */
export async function ends({
  database,
}: Witnesses): Promise<Pick<HardReport, 'longestSeconds' | 'attempts' | 'versions'>> {
  const [longest] = await database.query<{ seconds: number }[]>(
    `select extract(epoch from max(finished_at - created_at))::float8 as seconds from generations`,
  );
  const attempts = await database.query<HardReport['attempts']>(
    `select coalesce(i.error_code, i.status) as "end", g.attempt, count(*)::int
       from images i join generations g on g.id = i.generation_id group by 1, 2 order by 3 desc, 1, 2`,
  );
  const [postgres] = await database.query<{ server_version: string }[]>('show server_version');
  return { longestSeconds: longest?.seconds ?? 0, attempts, versions: { Postgres: postgres?.server_version ?? '' } };
}

export interface OutsideReport extends HardReport {
  kills: number;
  /** How often people succeeded, and were refused. */
  visitors: { arrived: number; mails: number; pictures: number; refused: number };
}
