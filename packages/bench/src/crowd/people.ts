import { priceUnits, type SelectableModel } from '@app/contracts';
import { giveUnits } from '../budgets/spenders.js';
import type { Installation } from '../product/own-database.js';
import { openSessions } from '../product/tokens.js';

export const CROWD_MODEL: SelectableModel = 'sd3.5-flash';

/** Somebody with a browser: a session and an address of their own. */
export interface Person {
  userId: string;
  /** What each of their requests carries. */
  headers: Record<string, string>;
  token: string;
}

/** As a proxy in front of the api tells whom it speaks for, so that limits count each person by themselves. */
const addressOf = (index: number): string => `10.20.${Math.floor(index / 250)}.${(index % 250) + 1}`;

/** Lets people who are in the tables already have enough credits for so many pictures each, and signs them in. */
export async function peopleFrom(
  { database, appSecret }: Installation,
  ids: readonly string[],
  pictures: number,
): Promise<Person[]> {
  if (pictures > 0) await giveUnits(database, ids, pictures * priceUnits(CROWD_MODEL));
  const tokens = await openSessions(database, appSecret, ids);
  return ids.map((userId, index) => {
    const token = tokens[index] ?? '';
    return { userId, token, headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(index) } };
  });
}

/** New people of the free plan with enough credits for so many pictures each, signed in. */
export async function invite(
  installation: Installation,
  { people, pictures }: { people: number; pictures: number },
): Promise<Person[]> {
  const { rows } = await installation.database.query<{ id: string }>(
    `insert into users (name) select 'Bench' from generate_series(1, $1::int) returning id`,
    [people],
  );
  return peopleFrom(
    installation,
    rows.map(({ id }) => id),
    pictures,
  );
}
