import { imageCalls, UNDO_SECONDS, type Answer, type Generation } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { expectGalleries } from '../../../../../test/support/images/gallery-rules.js';
import { expectUnchanged } from '../../../../../test/support/database/unchanged.js';
import { until } from '../../../../../test/support/timing/until.js';
import { beginWork, deliverImage, failImage } from '../../../../../test/support/images/work.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { USER_EVENTS, type UserEvent, type UserEvents } from '../../../../platform/events/user-events.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_ENTERPRISE: '1000' } });
let person: SignedIn;

beforeEach(async () => {
  person = await app.signIn({ plan: 'enterprise' });
  await giveUnits(app.dataSource, person.userId, 1_000);
});
afterEach(async () => {
  await expectInvariants(app.dataSource);
  await expectGalleries(app.dataSource);
});

async function make(count = 1, by = person): Promise<Generation> {
  const sent = { token: by.token, body: { prompt: 'a cat', count } };
  return (await app.post<Answer<'images.generate'>>('/images/generate', sent)).body.data;
}
/** A generation whose images are delivered; their ids. */
async function delivered(count = 1): Promise<string[]> {
  const ids = (await make(count)).generated_images.map(({ id }) => id);
  for (const id of ids) await deliverImage(app, id);
  return ids;
}
const ok = <S extends z.ZodType>(call: { schemas: { answer: S } }, answer: Answered): z.output<S> => {
  expect({ status: answer.status, success: answer.body.success }).toEqual({ status: 200, success: true });
  return call.schemas.answer.parse(answer.body.data);
};
const code = ({ status, body }: Answered): unknown => ({ status, code: body.code });
const get = (path: string, by = person): Promise<Answered> => app.get(path, { token: by.token });
const remove = async (path: string): Promise<Answer<'images.delete'>> =>
  ok(imageCalls.delete, await app.request('DELETE', path, { token: person.token }));
const batch = (body: object, by = person): Promise<Answered> =>
  app.post('/images/generations/batch-delete', { token: by.token, body });
const undo = (body: object, by = person): Promise<Answered> => app.post('/images/restore', { token: by.token, body });
const restored = async (body: object): Promise<string[]> => ok(imageCalls.restore, await undo(body)).restored;
const favorite = (id: string): Promise<Answered> => app.post(`/images/${id}/favorite`, { token: person.token });
const units = (): Promise<unknown> =>
  row(app.dataSource, `select available, reserved from credit_accounts where user_id = $1`, [person.userId]);
const ageRemovals = (): Promise<unknown> =>
  rows(app.dataSource, `update images set purge_at = now() where user_id = $1 and deleted_at is not null`, [
    person.userId,
  ]);
const idsOf = async (path: string): Promise<string[]> => ok(imageCalls.list, await get(path)).data.map(({ id }) => id);
const notFound = { status: 404, code: 'NOT_FOUND' };

/** Everything that a person can see of their gallery. */
async function gallery(): Promise<unknown> {
  const paths = ['/images', '/images/generations', '/images/favorites'];
  return Promise.all(paths.map(async (path) => (await get(path)).body.data));
}

describe('an image that is deleted', () => {
  test('is gone everywhere at once, and the others of its generation stay', async () => {
    const [first = '', second = ''] = await delivered(2);
    await favorite(first);
    const { url, thumbnails } = ok(imageCalls.show, await get(`/images/${first}`));
    const links = [url ?? '', thumbnails[0]?.url ?? ''].map((link) => link.replace('/api', ''));
    for (const link of links) expect((await app.get(link)).status).toBe(200);
    const before = Date.now();
    const { deleted, restore_until: restorableUntil } = await remove(`/images/${first}`);
    expect(deleted).toEqual([first]);
    const removedAt = Date.parse(restorableUntil) - UNDO_SECONDS * 1_000;
    expect(removedAt).toBeGreaterThanOrEqual(before);
    expect(removedAt).toBeLessThanOrEqual(Date.now());
    for (const path of [`/images/${first}`, `/images/${first}/download`]) {
      expect(code(await get(path))).toEqual(notFound);
    }
    for (const link of links) expect(code(await app.get(link))).toEqual(notFound);
    expect(code(await favorite(first))).toEqual(notFound);
    expect(await idsOf('/images')).toEqual([second]);
    expect(ok(imageCalls.favorites, await get('/images/favorites'))).toMatchObject({
      data: [],
      total: 0,
    });
    // The generation is known by the id of its first image and outlives it.
    const shown = ok(imageCalls.showGeneration, await get(`/images/generations/${first}`));
    expect(shown.generated_images.map(({ id }) => id)).toEqual([second]);
    expect(shown).toMatchObject({ credits_used: 7, count: 2 });
  });

  test('takes its generation along when it was the last one', async () => {
    const [first = '', second = ''] = await delivered(2);
    await remove(`/images/${first}`);
    await remove(`/images/${second}`);
    expect(code(await get(`/images/generations/${first}`))).toEqual(notFound);
    expect(ok(imageCalls.listGenerations, await get('/images/generations'))).toMatchObject({ data: [], total: 0 });
  });

  test('while it waits is taken back with its credits; the others are still made', async () => {
    const { id, generated_images: images } = await make(3);
    expect(await units()).toEqual({ available: 895, reserved: 105 });
    await remove(`/images/${images[1]?.id}`);
    expect(await units()).toEqual({ available: 930, reserved: 70 });
    await deliverImage(app, id);
    await failImage(app, images[2]?.id ?? '', 'ENGINE_FAILED');
    expect(await units()).toEqual({ available: 965, reserved: 0 });
    const shown = ok(imageCalls.showGeneration, await get(`/images/generations/${id}`));
    expect(shown).toMatchObject({ status: 'completed', credits_used: 3.5, credits_returned: 7 });
  });

  test('is told to the other tabs of its owner, with the credits that return', async () => {
    const { id, generated_images: images } = await make(2);
    const told: UserEvent[] = [];
    app.app.get<UserEvents>(USER_EVENTS, { strict: false }).subscribe(person.userId, (event) => told.push(event));
    await remove(`/images/${images[1]?.id}`);
    await until(() => told.some(({ name }) => name === 'quota'));
    expect(told.slice(-2)).toEqual([
      { name: 'generation_changed', data: { generation_id: id } },
      { name: 'quota', data: {} },
    ]);
  });

  test('leaves a generation that can still be taken back as a whole', async () => {
    const { id, generated_images: images } = await make(3);
    await remove(`/images/${images[0]?.id}`);
    const taken = await app.post(`/images/generations/${id}/cancel`, { token: person.token });
    expect(ok(imageCalls.cancel, taken)).toMatchObject({ error_code: 'CANCELLED', credits_returned: 10.5 });
    expect(await units()).toEqual({ available: 1_000, reserved: 0 });
  });

  test('leaves a generation whose other images failed with their reason, not with its own', async () => {
    const { id, generated_images: images } = await make(2);
    await remove(`/images/${id}`);
    await failImage(app, images[1]?.id ?? '', 'CONTENT_REJECTED');
    const shown = ok(imageCalls.showGeneration, await get(`/images/generations/${id}`));
    expect(shown).toMatchObject({ status: 'failed', error_code: 'CONTENT_REJECTED' });
  });

  test('while it is being made is finished, charged and not shown', async () => {
    const { id } = await make();
    await beginWork(app, id);
    await rows(app.dataSource, `update images set status = 'processing' where id = $1`, [id]);
    await remove(`/images/${id}`);
    expect(await units()).toEqual({ available: 965, reserved: 35 });
    await deliverImage(app, id);
    expect(await units()).toEqual({ available: 965, reserved: 0 });
    expect(await idsOf('/images')).toEqual([]);
    expect(await restored({ image_ids: [id] })).toEqual([id]);
    expect(ok(imageCalls.show, await get(`/images/${id}`))).toMatchObject({ status: 'completed', credits_used: 3.5 });
  });
});

describe('a generation that is deleted', () => {
  test('goes with every image that it still has', async () => {
    const [first = '', second = '', third = ''] = await delivered(3);
    await remove(`/images/${second}`);
    expect((await remove(`/images/generations/${first}`)).deleted).toEqual([first, third]);
    expect(await gallery()).toMatchObject([{ total: 0 }, { total: 0 }, { total: 0 }]);
    expect(code(await app.request('DELETE', `/images/generations/${first}`, { token: person.token }))).toEqual(
      notFound,
    );
  });

  test('while it waits is taken back whole', async () => {
    const { id } = await make(4);
    await remove(`/images/generations/${id}`);
    expect(await units()).toEqual({ available: 1_000, reserved: 0 });
    expect(await restored({ generation_ids: [id] })).toHaveLength(4);
    const shown = ok(imageCalls.showGeneration, await get(`/images/generations/${id}`));
    expect(shown).toMatchObject({ status: 'failed', error_code: 'CANCELLED', credits_returned: 14 });
    expect(await units()).toEqual({ available: 1_000, reserved: 0 });
  });

  test('answers a repeated request under its key with 404, and spends nothing', async () => {
    const sent = { token: person.token, body: { prompt: 'a cat' }, headers: { 'idempotency-key': 'key-1' } };
    const { id } = (await app.post<Answer<'images.generate'>>('/images/generate', sent)).body.data;
    await remove(`/images/generations/${id}`);
    await expectUnchanged(app.dataSource, async () =>
      expect(code(await app.post('/images/generate', sent))).toEqual(notFound),
    );
  });
});

describe('undo', () => {
  test('brings everything back as it was: favourites with their places, counts, generations', async () => {
    const [set, others] = [await delivered(3), await delivered(2)];
    for (const id of [set[0], others[0], set[2]]) await favorite(id ?? '');
    const before = await gallery();
    const selection = { generation_ids: [set[0]], image_ids: [others[0]] };
    const { deleted } = ok(imageCalls.batchDelete, await batch(selection));
    expect(deleted).toEqual([...set, others[0]]);
    expect(await gallery()).toMatchObject([{ total: 1 }, { total: 1 }, { total: 0 }]);
    expect((await restored(selection)).toSorted()).toEqual(deleted.toSorted());
    expect(await gallery()).toEqual(before);
  });

  test('tells the person’s other windows of each generation once', async () => {
    const ids = await delivered(2);
    await batch({ image_ids: ids });
    const events = app.app.get<UserEvents>(USER_EVENTS, { strict: false });
    const told: UserEvent[] = [];
    events.subscribe(person.userId, (event) => told.push(event));
    // Redis keeps their order: what was told before a mark is not heard after it.
    const isMark = (event: UserEvent): boolean => event.name === 'signed_out';
    const mark = async (count: number): Promise<void> => {
      events.publish(person.userId, { name: 'signed_out', data: { session_id: 'none' } });
      await until(() => told.filter(isMark).length === count);
    };
    await mark(1);
    await undo({ image_ids: ids });
    await mark(2);
    const during = told.slice(told.findIndex(isMark) + 1, -1);
    expect(during).toEqual([{ name: 'generation_changed', data: { generation_id: ids[0] } }]);
  });

  test('of a generation leaves what was removed from it before', async () => {
    const [first = '', second = ''] = await delivered(2);
    await remove(`/images/${second}`);
    await remove(`/images/generations/${first}`);
    expect(await restored({ generation_ids: [first] })).toEqual([first]);
    expect(await idsOf('/images')).toEqual([first]);
    expect(await restored({ image_ids: [second] })).toEqual([second]);
  });

  test('of what is there, or was undone, is no error and changes nothing', async () => {
    const [id = ''] = await delivered();
    await expectUnchanged(app.dataSource, async () => {
      expect(await restored({ image_ids: [id] })).toEqual([]);
      expect(await restored({ generation_ids: [id] })).toEqual([]);
    });
  });

  test('is refused when it is too late for one of the selection, and then nothing changes', async () => {
    const [old = ''] = await delivered();
    await remove(`/images/${old}`);
    await ageRemovals();
    const [young = ''] = await delivered();
    await remove(`/images/${young}`);
    await expectUnchanged(app.dataSource, async () => {
      for (const body of [{ image_ids: [old] }, { generation_ids: [old] }, { image_ids: [young, old] }]) {
        expect(code(await undo(body))).toEqual({ status: 409, code: 'RESTORE_WINDOW_CLOSED' });
      }
    });
    expect(await restored({ image_ids: [young] })).toEqual([young]);
  });
});

describe('a selection', () => {
  test('with an id that is unknown or somebody else’s is answered alike, and nothing changes', async () => {
    const [mine = ''] = await delivered();
    const stranger = await app.signIn({ plan: 'enterprise' });
    await giveUnits(app.dataSource, stranger.userId, 100);
    const { id: theirs } = await make(1, stranger);
    const answer = async (call: typeof batch, ids: string[]) => {
      const { status, body } = await call({ image_ids: ids });
      const { status: byGeneration, body: other } = await call({ generation_ids: ids });
      return { status, body: { ...body, request_id: '' }, byGeneration, other: { ...other, request_id: '' } };
    };
    await expectUnchanged(app.dataSource, async () => {
      for (const call of [batch, undo]) {
        const unknown = await answer(call, [mine, randomUUID()]);
        expect([unknown.status, unknown.byGeneration]).toEqual([404, 404]);
        expect(unknown.body.code).toBe('NOT_FOUND');
        expect(await answer(call, [mine, theirs])).toEqual(unknown);
      }
    });
  });

  test('may name what is removed already, twice, or in capitals', async () => {
    const [first = '', second = ''] = await delivered(2);
    await remove(`/images/${first}`);
    const sent = { image_ids: [first, second, second, second.toUpperCase()], generation_ids: [first] };
    expect(ok(imageCalls.batchDelete, await batch(sent)).deleted).toEqual([second]);
    expect(ok(imageCalls.batchDelete, await batch(sent)).deleted).toEqual([]);
  });

  test.each([{}, { image_ids: [] }, { image_ids: ['1'] }, { image_ids: [randomUUID()], all: true }, { ids: [] }])(
    'of %j is refused, and nothing changes',
    async (body) => {
      await expectUnchanged(app.dataSource, async () => {
        for (const call of [batch, undo]) {
          expect(code(await call(body))).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
        }
      });
    },
  );
});

test('an image that is deleted a second time is not there', async () => {
  const [id = ''] = await delivered();
  await remove(`/images/${id}`);
  const again = await app.request('DELETE', `/images/${id}`, { token: person.token });
  expect(code(again)).toEqual(notFound);
});
