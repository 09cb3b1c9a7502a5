import { expect, test } from '@jest/globals';
import { useDatabase } from '../../../test/support/database/database.js';
import { until } from '../../../test/support/timing/until.js';
import { row, rows } from './rows.js';
import { withLease } from './with-lease.js';

const db = useDatabase(5);
const held = async () => (await rows(db.dataSource, `select 1 from leases`)).length;
/** Work that goes on until `finish` is called. */
function endless(): { work: () => Promise<string>; finish: () => void; started: Promise<void> } {
  let finish = (): void => undefined;
  let start = (): void => undefined;
  const finished = new Promise<string>((resolve) => (finish = () => resolve('done')));
  const started = new Promise<void>((resolve) => (start = resolve));
  const work = () => {
    start();
    return finished;
  };
  return { work, finish: () => finish(), started };
}

test('gives the result of the work and leaves no lease behind', async () => {
  expect(await withLease(db.dataSource, 'walk', 60, async () => 7)).toBe(7);
  await expect(withLease(db.dataSource, 'walk', 60, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await held()).toBe(0);
});

test('answers null while other work of the same name runs, and only then', async () => {
  const { work, finish, started } = endless();
  const first = withLease(db.dataSource, 'walk', 60, work);
  await started;
  expect(await withLease(db.dataSource, 'walk', 60, async () => 1)).toBeNull();
  expect(await withLease(db.dataSource, 'another', 60, async () => 2)).toBe(2);
  finish();
  expect(await first).toBe('done');
  expect(await withLease(db.dataSource, 'walk', 60, async () => 3)).toBe(3);
});

test('is renewed as long as the work runs', async () => {
  const { work, finish, started } = endless();
  const first = withLease(db.dataSource, 'walk', 3, work);
  await started;
  const end = async () => (await row<{ until: Date }>(db.dataSource, `select until from leases`))?.until.getTime() ?? 0;
  const before = await end();
  await until(async () => (await end()) > before);
  finish();
  expect(await first).toBe('done');
});

test('of a process that died ends by itself', async () => {
  await db.dataSource.query(`insert into leases values ('walk', gen_random_uuid(), now() + interval '60 s')`);
  expect(await withLease(db.dataSource, 'walk', 60, async () => 1)).toBeNull();
  await db.dataSource.query(`update leases set until = now()`);
  expect(await withLease(db.dataSource, 'walk', 60, async () => 2)).toBe(2);
});

test('aborts the signal when another process took the lease over, and leaves that one alone', async () => {
  const result = withLease(db.dataSource, 'walk', 1, async (signal) => {
    await db.dataSource.query(`update leases set owner = gen_random_uuid(), until = now() + interval '60 s'`);
    await until(() => signal.aborted);
    return 'aborted';
  });
  expect(await result).toBe('aborted');
  expect(await held()).toBe(1);
  await db.dataSource.query(`delete from leases`);
});
