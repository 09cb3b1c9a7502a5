import { afterEach, describe, expect, test } from '@jest/globals';
import { acceptance, orderOf } from '../../../../../test/support/images/acceptance.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { rows } from '../../../../platform/database/rows.js';
import type { Accepted, Order } from './accept-generation.js';

/*
 * A repeated request is found twice over: by the look-up under the account's lock, and by the unique key of the row. Each
 * hides the other, so here each stands alone.
 */
const db = useDatabase();
afterEach(() => expectInvariants(db.dataSource));

const KEY = 'generations_user_id_idem_key_key';
const PROCESSES = 8;

const order = (): Promise<Order> => orderOf(db.dataSource, { plan: 'enterprise', units: 1_000, count: 1 });
/** A process of its own each time. */
const accept = (wanted: Order): Promise<Accepted> => acceptance(db.dataSource).accept(wanted);

describe('a request that comes again under its key', () => {
  test('is found by the look-up alone, when the rows would take it', async () => {
    const wanted = await order();
    await rows(db.dataSource, `alter table generations drop constraint ${KEY}`);
    try {
      const accepted = await Promise.all(Array.from({ length: PROCESSES }, () => accept(wanted)));
      expect(accepted.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(accepted.map(({ generationId }) => generationId)).size).toBe(1);
    } finally {
      await rows(db.dataSource, `alter table generations add constraint ${KEY} unique (user_id, idem_key)`);
    }
  });

  test('is refused by the unique key alone, when the look-up did not find it', async () => {
    const wanted = await order();
    const { generationId } = await accept(wanted);
    const copy = `insert into generations (id, user_id, seq, idem_key, body_hash, prompt, model, style, size, quality,
                                           output_format, seed, count, unit_price, priority, deadline)
                  select gen_random_uuid(), user_id, seq + 1, idem_key, body_hash, prompt, model, style, size, quality,
                         output_format, seed, count, unit_price, priority, deadline from generations where id = $1`;
    await expect(rows(db.dataSource, copy, [generationId])).rejects.toThrow(KEY);
  });
});
