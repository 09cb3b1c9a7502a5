import { expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { foxes, useBatches } from '../../../test/support/images/batches.js';
import { rows } from '../../platform/database/rows.js';
import { EraseBatches } from './application/erase-batches.js';

/** More than the parameters that one statement of Postgres can have. */
const MORE_THAN_PARAMETERS = 66_000;

const api = useApp({ env: { FREE_ALLOWANCE: 'none' } });
const batches = useBatches(api);

/** Stopped batches of somebody, of one row each. */
const putStopped = ({ userId }: SignedIn, count: number): Promise<unknown> =>
  rows(
    api.dataSource,
    `with stopped as (
       insert into batches (user_id, source, status, row_count, total_units, expires_at, finished_at, closed_at)
       select $1, 'web', 'stopped', 1, 35, now(), now(), now() from generate_series(1, $2) returning id
     )
     insert into batch_rows (batch_id, number, prompt, model, style, size, quality, output_format, count, unit_price,
                             end_status, error_code, finished_at)
     select id, 1, 'a fox', 'sd3.5-medium', 'enhance', '1:1', 'standard', 'png', 1, 35, 'cancelled', 'CANCELLED', now()
       from stopped`,
    [userId, count],
  );
const batchesOf = async ({ userId }: SignedIn): Promise<number> =>
  (await rows(api.dataSource, `select from batches where user_id = $1`, [userId])).length;

test('an account with more stopped batches than a statement has parameters is removed, and what waits is ended', async () => {
  const by = await batches.person();
  const running = await batches.start(by, foxes(2));
  await putStopped(by, MORE_THAN_PARAMETERS);
  expect((await api.request('DELETE', '/users/account', { token: by.token })).status).toBe(200);
  const waiting = `select 1 from batch_rows where batch_id = $1 and end_status is null`;
  expect(await rows(api.dataSource, waiting, [running])).toEqual([]);
});

test('batches are erased in steps, and those of others stay', async () => {
  const [leaving, staying] = [await batches.person(), await batches.person()];
  await putStopped(leaving, 1_000);
  await putStopped(staying, 1);
  const erase = (signal: AbortSignal): Promise<boolean> =>
    api.app.get(EraseBatches, { strict: false }).eraseAfterCommit(leaving.userId, signal);
  const stop = new AbortController();
  let looks = 0;
  // Each step looks once whether it should go on.
  Object.defineProperty(stop.signal, 'aborted', { get: () => (looks += 1) > 2 });
  expect(await erase(stop.signal)).toBe(false);
  const left = await batchesOf(leaving);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(1_000);
  expect(await erase(new AbortController().signal)).toBe(true);
  expect([await batchesOf(leaving), await batchesOf(staying)]).toEqual([0, 1]);
});
