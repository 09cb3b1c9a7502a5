import type { ApiKey, NewApiKey } from '@app/contracts';
import { afterEach, expect, test } from '@jest/globals';
import { createKey } from '../../../test/support/api-keys.js';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { giveUnits } from '../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../test/support/credits/invariants.js';

const api = useApp({ env: { IN_FLIGHT_FREE: '1000', FREE_ALLOWANCE: 'none' } });
afterEach(() => expectInvariants(api.dataSource));

const person = async (): Promise<SignedIn> => {
  const by = await api.signIn();
  await giveUnits(api.dataSource, by.userId, 10_000);
  return by;
};
const rotate = async ({ token }: SignedIn, id: string): Promise<NewApiKey> =>
  (await api.post<NewApiKey>(`/api-keys/${id}/rotate`, { token })).body.data;
const change = ({ token }: SignedIn, id: string, body: { daily_credits?: number | null; name?: string }) =>
  api.request('PATCH', `/api-keys/${id}`, { token, body });
const generate = async (token: string): Promise<number> =>
  (await api.post('/v1/generate', { token, body: { prompt: 'a fox' } })).status;
const shown = async ({ token }: SignedIn) =>
  Object.fromEntries(
    (await api.get<ApiKey[]>('/api-keys', { token })).body.data.map(({ id, name, daily_credits: daily }) => [
      id,
      [name, daily],
    ]),
  );

test('a lower budget of a key binds also the keys that it replaced', async () => {
  const by = await person();
  const first = await createKey(api, by, { daily_credits: 1_000 });
  const second = await rotate(by, first.id);
  const third = await rotate(by, second.id);
  expect(await generate(first.key)).toBe(202);
  expect((await change(by, third.id, { daily_credits: 4 })).status).toBe(200);
  expect([await generate(first.key), await generate(second.key), await generate(third.key)]).toEqual([402, 402, 402]);
});

test('a budget that is taken away is taken away of the keys that it replaced', async () => {
  const by = await person();
  const old = await createKey(api, by, { daily_credits: 1 });
  const next = await rotate(by, old.id);
  await change(by, next.id, { daily_credits: null });
  expect([await generate(old.key), await generate(next.key)]).toEqual([202, 202]);
});

test('a change of a key touches neither its successor, nor other keys, nor the names of those it replaced', async () => {
  const by = await person();
  const elsewhere = await createKey(api, by, { daily_credits: 100 });
  const first = await createKey(api, by, { daily_credits: 100 });
  const second = await rotate(by, first.id);
  const third = await rotate(by, second.id);
  await change(by, second.id, { daily_credits: 4, name: 'second' });
  expect(await shown(by)).toEqual({
    [elsewhere.id]: ['test', 100],
    [first.id]: ['test', 4],
    [second.id]: ['second', 4],
    [third.id]: ['test', 100],
  });
});

test('a change of a key that is revoked or somebody else’s changes nothing', async () => {
  const [by, stranger] = [await person(), await person()];
  const old = await createKey(api, by, { daily_credits: 100 });
  const next = await rotate(by, old.id);
  expect((await change(stranger, next.id, { daily_credits: 4 })).status).toBe(404);
  await api.request('DELETE', `/api-keys/${next.id}`, { token: by.token });
  expect((await change(by, next.id, { daily_credits: 4 })).status).toBe(404);
  expect(await shown(by)).toEqual({ [old.id]: ['test', 100] });
});
