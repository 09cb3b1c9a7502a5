import type pg from 'pg';
import type { LoggedStatement } from '../measure/statement-log.js';

/** What the api did to the database for one request, to be done again for others. */
export interface Recording {
  statements: LoggedStatement[];
  /** Ids of that request, which every other request replaces by its own. */
  userId: string;
  sessionId: string;
  imageId: string;
}

export type OwnIds = Pick<Recording, 'userId' | 'sessionId' | 'imageId'>;

const isBegin = ({ text }: LoggedStatement): boolean => /^(start transaction|begin)/i.test(text);
const isEnd = ({ text }: LoggedStatement): boolean => /^(commit|rollback)/i.test(text);

/** The part of a recording from the beginning of its last transaction to the end of that. */
export function lastTransaction({ statements }: Recording): LoggedStatement[] {
  const from = statements.findLastIndex(isBegin);
  return statements.slice(from, statements.findIndex((one, index) => index > from && isEnd(one)) + 1);
}

function swapper(recording: Recording, own: OwnIds): (param: string | null) => string | null {
  const pairs = (['userId', 'sessionId', 'imageId'] as const).map((key) => [recording[key], own[key]] as const);
  return (param) => param && pairs.reduce((text, [old, now]) => text.replaceAll(old, now), param);
}

/** Runs recorded statements with other ids, one after the other, each transaction on one connection. Answers the last one's rows. */
export async function replay(
  pool: pg.Pool,
  recording: Recording,
  own: OwnIds,
  statements: readonly LoggedStatement[] = recording.statements,
): Promise<Record<string, unknown>[]> {
  const swap = swapper(recording, own);
  let client: pg.PoolClient | undefined;
  let last: Record<string, unknown>[] = [];
  try {
    for (const statement of statements) {
      if (isBegin(statement)) client = await pool.connect();
      const { name, text, params } = statement;
      const query = { text, values: params.map(swap), ...(name !== null && { name }) };
      last = (await (client ?? pool).query<Record<string, unknown>>(query)).rows;
      if (!isEnd(statement)) continue;
      client?.release();
      client = undefined;
    }
    return last;
  } finally {
    client?.release(true);
  }
}
