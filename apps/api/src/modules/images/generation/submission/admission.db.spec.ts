import type { EngineId } from '@app/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createUser } from '../../../../../test/support/credits.js';
import { useDatabase } from '../../../../../test/support/database.js';
import { submit } from '../../../../../test/support/painting.js';
import { rows } from '../../../../platform/database/rows.js';
import { Admission } from './admission.js';
import { EngineHealth } from '../../engines/engine-health.js';

const db = useDatabase();
afterEach(async () => {
  await rows(
    db.dataSource,
    `update generations set status = 'completed', finished_at = now() - interval '1 h' where true`,
  );
});

const admission = new Admission(new EngineHealth(db.dataSource), db.dataSource);
const isFull = async (engine: EngineId = 'studio'): Promise<boolean> => (await admission.check(engine)) !== null;

/** Lets so many images of an engine wait since `seconds`, or be delivered then. */
async function images(
  state: 'waiting' | 'delivered',
  { count, seconds, engine = 'studio' }: { count: number; seconds: number; engine?: EngineId },
): Promise<void> {
  const userId = await createUser(db.dataSource);
  for (let left = count; left > 0; left -= 8) {
    const { id } = await submit(db.dataSource, { userId, engine, count: Math.min(8, left) });
    await rows(
      db.dataSource,
      state === 'waiting'
        ? `update generations set created_at = now() - $2 * interval '1 s' where id = $1`
        : `update generations set status = 'completed', finished_at = now() - $2 * interval '1 s' where id = $1`,
      [id, seconds],
    );
  }
}

describe('the line of an engine is too long', () => {
  test('when what was delivered in the last minute would take more than two minutes for it', async () => {
    await images('delivered', { count: 10, seconds: 30 });
    await images('delivered', { count: 90, seconds: 61 });
    await images('waiting', { count: 20, seconds: 61 });
    expect(await isFull()).toBe(false);
    await images('waiting', { count: 1, seconds: 1 });
    expect(await isFull()).toBe(true);
  });

  test('when somebody waited for a minute and nothing was delivered', async () => {
    await images('waiting', { count: 1, seconds: 40 });
    expect(await isFull()).toBe(false);
    await images('waiting', { count: 1, seconds: 61 });
    expect(await isFull()).toBe(true);
  });

  test('in the first minute of a rush only from a hundred images on', async () => {
    await images('waiting', { count: 99, seconds: 5 });
    expect(await isFull()).toBe(false);
    await images('waiting', { count: 1, seconds: 0 });
    expect(await isFull()).toBe(true);
  });

  test('never because of another engine, nor thanks to it', async () => {
    await images('waiting', { count: 3, seconds: 61, engine: 'webui' });
    await images('delivered', { count: 80, seconds: 1, engine: 'stability' });
    expect([await isFull('studio'), await isFull('webui'), await isFull('stability')]).toEqual([false, true, false]);
  });

  test('never because of what is out of time', async () => {
    await images('waiting', { count: 3, seconds: 61 });
    await rows(db.dataSource, `update generations set deadline = now() where status = 'pending'`);
    expect(await isFull()).toBe(false);
  });

  test('trusts an engine that many workers keep busy with more before it has shown what it can do', async () => {
    await images('waiting', { count: 160, seconds: 1 });
    expect(await isFull()).toBe(true);
    await images('waiting', { count: 40, seconds: 40 });
    await rows(
      db.dataSource,
      `update generations set status = 'processing', started_at = now(), lease_until = now() + interval '30 s'
        where status = 'pending' and created_at < now() - interval '35 s'`,
    );
    expect(await isFull()).toBe(false);
  });
});

test.each([
  [30_000, 30],
  [1_001, 2],
  [400, 1],
  [0, 1],
])('an engine that refuses for %d ms more is to be asked again in %d s', async (ms, seconds) => {
  const refusing = { refusals: () => Promise.resolve(new Map([['studio', ms]])) } as unknown as EngineHealth;
  const check = (engine: EngineId) => new Admission(refusing, db.dataSource).check(engine);
  expect(await check('studio')).toMatchObject({ code: 'ENGINE_UNAVAILABLE', retryAfter: seconds });
  expect(await check('webui')).toBeNull();
});
