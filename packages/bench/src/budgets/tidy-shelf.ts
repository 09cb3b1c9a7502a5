import { REMOVED_AT_ONCE } from '@app/contracts';
import type { Bench } from '../context.js';
import { Connection } from '../measure/http-load.js';
import { shuffled } from '../measure/rounds.js';
import { REMOVED_PICTURES, TIDY_COLLECTOR } from '../seed/people.js';
import { randomFrom } from '../seed/random.js';

/** Removes a thousand pictures here and there from a shelf by the api's own call, once. */
export async function tidyShelf({ services, say }: Bench, origin: string, token: string): Promise<void> {
  const { userId, pictures } = TIDY_COLLECTOR;
  const { rows } = await services.database.query<{ id: string }>(
    'select id from images where user_id = $1 and deleted_at is null order by seq',
    [userId],
  );
  const missing = REMOVED_PICTURES - (pictures - rows.length);
  if (missing <= 0) return;
  say(`  removing ${missing} pictures`);
  const chosen = shuffled(rows, randomFrom(7)).slice(0, missing);
  const connection = await Connection.open(origin);
  for (let from = 0; from < chosen.length; from += REMOVED_AT_ONCE) {
    const body = JSON.stringify({ image_ids: chosen.slice(from, from + REMOVED_AT_ONCE).map(({ id }) => id) });
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await connection.ask({
      method: 'POST',
      path: '/api/images/generations/batch-delete',
      headers,
      body,
    });
    if (status !== 200) throw new Error(`Removing pictures was answered with ${status}`);
  }
  connection.close();
}
