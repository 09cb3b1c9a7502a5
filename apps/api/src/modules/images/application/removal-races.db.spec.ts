import type { Answer } from '@app/contracts';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { useApp, type Answered, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits.js';
import { inParallel } from '../../../../test/support/in-parallel.js';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { STUDIO_PAINTS } from '../../../../test/support/painting.js';
import { expectShelves } from '../../../../test/support/shelves.js';
import { until } from '../../../../test/support/until.js';
import { deliverPicture, storageOf } from '../../../../test/support/work.js';
import { row, rows } from '../../../platform/database/rows.js';
import { PurgePictures } from '../jobs/purge-pictures.js';
import { claimGeneration } from '../jobs/work-rows.js';

const app = useApp({
  env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_ENTERPRISE: '1000', DATABASE_POOL: '12' },
  pool: 12,
});
const ROUNDS = 200;
const AT_ONCE = 4;
let person: SignedIn;

beforeAll(async () => {
  person = await app.signIn({ plan: 'enterprise' });
  await giveUnits(app.dataSource, person.userId, 1_000_000);
});
afterEach(async () => {
  await expectInvariants(app.dataSource);
  await expectShelves(app.dataSource);
});

async function make(count = 1): Promise<string[]> {
  const sent = { token: person.token, body: { prompt: 'a cat', count } };
  const { body } = await app.post<Answer<'images.generate'>>('/images/generate', sent);
  return body.data.generated_images.map(({ id }) => id);
}
const remove = (id: string): Promise<Answered> => app.request('DELETE', `/images/${id}`, { token: person.token });
const undo = (id: string): Promise<Answered> =>
  app.post('/images/restore', { token: person.token, body: { image_ids: [id] } });
const favorite = (id: string): Promise<Answered> => app.post(`/images/${id}/favorite`, { token: person.token });
const purge = async (): Promise<void> => {
  const purging = app.app.get(PurgePictures, { strict: false });
  const { signal } = new AbortController();
  await purging.purge(signal);
  await purging.removeObjects(signal);
};
interface Ended {
  status: string;
  hold: string;
  isRemoved: boolean;
  isPurged: boolean;
  /** Whether its removal should be final by now. */
  isDue: boolean;
  key: string | null;
}
const stateOf = async (id: string): Promise<Ended | null> =>
  row<Ended>(
    app.dataSource,
    `select i.status, h.state as hold, i.deleted_at is not null as "isRemoved", i.purged_at is not null as "isPurged",
            coalesce(i.purged_at is null and i.purge_at <= clock_timestamp(), false) as "isDue", i.object_key as key
       from images i join holds h on h.image_id = i.id where i.id = $1`,
    [id],
  );
/** One round after the other, some at once; how often each outcome came. */
async function rounds(round: (n: number) => Promise<string>): Promise<Record<string, number>> {
  const outcomes = await inParallel(
    AT_ONCE,
    Array.from({ length: ROUNDS }, (_, n) => () => round(n)),
  );
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
/** Each of them goes first in some rounds. */
const together = <T>(n: number, ...work: (() => Promise<T>)[]): Promise<T[]> => {
  const first = n % work.length;
  return Promise.all([...work.slice(first), ...work.slice(0, first)].map((one) => one())).then((done) => [
    ...done.slice(work.length - first),
    ...done.slice(0, work.length - first),
  ]);
};

test('delete against delivery: the picture is delivered, charged and hidden', async () => {
  const outcomes = await rounds(async (n) => {
    const [id = ''] = await make();
    await rows(app.dataSource, `update images set status = 'processing' where id = $1`, [id]);
    await together<unknown>(
      n,
      () => deliverPicture(app, id),
      () => remove(id),
    );
    const { status, hold, isRemoved } = (await stateOf(id)) ?? {};
    return `${status} ${hold} ${isRemoved}`;
  });
  expect(outcomes).toEqual({ 'completed settled true': ROUNDS });
}, 120_000);

test('delete against the claim: either taken back whole, or made and charged', async () => {
  const outcomes = await rounds(async (n) => {
    const [id = ''] = await make();
    await together<unknown>(
      n,
      () => claimGeneration(app.dataSource, id, STUDIO_PAINTS, 60),
      () => remove(id),
    );
    const claimed = await stateOf(id);
    if (claimed?.status === 'processing') await deliverPicture(app, id);
    const { status, hold, isRemoved } = (await stateOf(id)) ?? {};
    return `${status} ${hold} ${isRemoved}`;
  });
  const { 'cancelled returned true': taken = 0, 'completed settled true': made = 0, ...others } = outcomes;
  expect(others).toEqual({});
  expect(taken + made).toBe(ROUNDS);
}, 120_000);

test('delete of one picture against cancelling all: every credit is back, and neither is refused for the other', async () => {
  const outcomes = await rounds(async (n) => {
    const [id = '', second = ''] = await make(2);
    const [cancelled, removed] = await together(
      n,
      () => app.post(`/images/generations/${id}/cancel`, { token: person.token }),
      () => remove(second),
    );
    const states = [await stateOf(id), await stateOf(second)].map((state) => `${state?.status} ${state?.hold}`);
    return `${cancelled?.status} ${removed?.status} ${states.join(' ')}`;
  });
  expect(outcomes).toEqual({ '200 200 cancelled returned cancelled returned': ROUNDS });
}, 120_000);

test('favourite against delete: a favourite only of what is there, and counted so', async () => {
  const outcomes = await rounds(async (n) => {
    const [id = ''] = await make();
    await deliverPicture(app, id);
    const [marked, removed] = await together(
      n,
      () => favorite(id),
      () => remove(id),
    );
    const shown = await undo(id);
    const picture = await app.get<Answer<'images.show'>>(`/images/${id}`, { token: person.token });
    expect([removed?.status, shown.status]).toEqual([200, 200]);
    return `${marked?.status} ${picture.body.data.is_favorited}`;
  });
  const { '200 true': first = 0, '404 false': late = 0, ...others } = outcomes;
  expect(others).toEqual({});
  expect(first + late).toBe(ROUNDS);
}, 120_000);

test('delete, restore and purge at once: there with its files, or gone with them', async () => {
  const outcomes = await rounds(async (n) => {
    const [id = ''] = await make();
    await deliverPicture(app, id);
    await favorite(id);
    await remove(id);
    await rows(
      app.dataSource,
      `update images set deleted_at = clock_timestamp() - interval '10 s', purge_at = clock_timestamp() + $2 * interval '1 ms'
        where id = $1`,
      [id, n % 6],
    );
    const [undone] = await together<Answered | void>(
      n,
      () => undo(id),
      () => purge(),
      () => remove(id).then(() => undefined),
    );
    // A walk whose time is up, on a machine that stood still, leaves the rest to the next one.
    await until(async () => {
      await purge();
      return (await stateOf(id))?.isDue === false;
    });
    const state = await stateOf(id);
    const file = state?.key ? await storageOf(app).size(state.key) : null;
    return `${undone?.status} ${state?.isPurged ? 'purged' : 'kept'} ${file === null ? 'without' : 'with'} file`;
  });
  const { '200 kept with file': back = 0, '409 purged without file': gone = 0, ...others } = outcomes;
  expect(others).toEqual({});
  expect(back + gone).toBe(ROUNDS);
}, 120_000);
