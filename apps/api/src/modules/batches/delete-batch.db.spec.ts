import type { Answer, Body } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createKey } from '../../../test/support/api-keys.js';
import { useApp, type Answered, type SignedIn } from '../../../test/support/app.js';
import { foxes, useBatches } from '../../../test/support/images/batches.js';
import { findInTables } from '../../../test/support/database/canaries.js';
import { expectUnchanged } from '../../../test/support/database/unchanged.js';
import { beginWork, deliverImage } from '../../../test/support/images/work.js';

const api = useApp({ env: { FREE_ALLOWANCE: 'none' } });
const batches = useBatches(api);

const remove = ({ token }: SignedIn, id: string): Promise<Answered<null>> =>
  api.request('DELETE', `/batches/${id}`, { token });
const list = async ({ token }: SignedIn): Promise<Answer<'batches.list'>> =>
  (await api.get<Answer<'batches.list'>>('/batches', { token })).body.data;
const codeOf = ({ status, body }: Answered) => [status, body.code];

/** Stopped before its first row was released, and written down as ended. */
async function closed(by: SignedIn, body: Body<'batches.start'>, headers: Record<string, string> = {}) {
  const { id } = (await batches.ask(by, body, headers)).body.data;
  await batches.call(by, id, 'stop');
  await batches.dispatch();
  return id;
}

describe('the deletion of a batch', () => {
  test('takes its name and the prompts of all its rows, and leaves its images', async () => {
    const by = await batches.person();
    const rows = [{ prompt: 'a hare' }, { prompt: 'a secret stoat', negative_prompt: 'no secret stoat' }];
    const { id } = (await batches.ask(by, { name: 'secret stoats', rows })).body.data;
    await batches.freeSlots(1);
    await batches.dispatch();
    const generationId = await batches.generationOf(by, id, 1);
    await deliverImage(api, generationId);
    await batches.call(by, id, 'stop');
    await batches.dispatch();
    expect(await findInTables(api.dataSource, ['secret stoat'])).not.toEqual([]);

    const answer = await remove(by, id);
    expect([answer.status, answer.body.data]).toEqual([200, null]);
    expect(await findInTables(api.dataSource, ['secret stoat'])).toEqual([]);
    expect(await list(by)).toMatchObject({ data: [], total: 0 });
    expect(codeOf(await api.get(`/batches/${id}`, { token: by.token }))).toEqual([404, 'NOT_FOUND']);
    const image = await api.get<Answer<'images.show'>>(`/images/${generationId}`, { token: by.token });
    expect(image.body.data).toMatchObject({ prompt: 'a hare', url: expect.stringContaining('/files/') });
  });

  test('is refused until its last row has ended, and changes nothing', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(2));
    const expectRefused = () =>
      expectUnchanged(api.dataSource, async () =>
        expect(codeOf(await remove(by, id))).toEqual([409, 'BATCH_UNFINISHED']),
      );
    await expectRefused();
    await batches.call(by, id, 'pause');
    await expectRefused();
    await batches.call(by, id, 'resume');
    await batches.dispatch();
    const begun = await batches.generationOf(by, id, 1);
    await beginWork(api, begun);
    await batches.call(by, id, 'stop');
    await batches.dispatch();
    await expectRefused();
    await deliverImage(api, begun);
    await batches.dispatch();
    expect((await remove(by, id)).status).toBe(200);
  });

  test('finds the own batch alone, and once, also when asked for twenty times at the same moment', async () => {
    const by = await batches.person();
    const id = await closed(by, { rows: foxes(1) });
    const stranger = await batches.person();
    await expectUnchanged(api.dataSource, async () => {
      expect(codeOf(await remove(stranger, id))).toEqual([404, 'NOT_FOUND']);
      expect(codeOf(await remove(by, randomUUID()))).toEqual([404, 'NOT_FOUND']);
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove(by, id)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array<number>(19).fill(404),
    ]);
  });

  test('makes no room for a second start under its key', async () => {
    const by = await batches.person();
    const headers = { 'idempotency-key': 'k' };
    const id = await closed(by, { rows: foxes(1) }, headers);
    expect((await remove(by, id)).status).toBe(200);
    await expectUnchanged(api.dataSource, async () => {
      expect(codeOf(await batches.ask(by, { rows: foxes(1) }, headers))).toEqual([404, 'NOT_FOUND']);
      for (const call of ['pause', 'resume', 'stop', 'retry'] as const)
        expect([call, ...codeOf(await batches.call(by, id, call))]).toEqual([call, 404, 'NOT_FOUND']);
    });
    expect((await list(by)).total).toBe(0);
  });

  test('is open to a key that may delete, and to no other', async () => {
    const by = await batches.person();
    const id = await closed(by, { rows: foxes(1) });
    const byKey = async (scopes: Body<'apiKeys.create'>['scopes']) =>
      codeOf(await api.request('DELETE', `/v1/batches/${id}`, { token: (await createKey(api, by, { scopes })).key }));
    expect(await byKey(['generate', 'read'])).toEqual([403, 'SCOPE_MISSING']);
    expect(await byKey(['delete'])).toEqual([200, undefined]);
    expect((await list(by)).total).toBe(0);
  });
});
