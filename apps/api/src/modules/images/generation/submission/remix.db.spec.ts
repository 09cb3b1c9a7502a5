import { generationSchema, imageCalls, LINEAGE_MAX, successSchema, type Answer, type Body } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { expectUnchanged } from '../../../../../test/support/database/unchanged.js';
import { deliverImage } from '../../../../../test/support/images/work.js';
import { rows } from '../../../../platform/database/rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000' } });

let user: SignedIn;
let stranger: SignedIn;
/** A generation of two images. */
let parent: string;
let second: string;

const generate = (
  more: Partial<Body<'images.generate'>> = {},
  { by = user, key }: { by?: SignedIn; key?: string } = {},
): Promise<Answered<Answer<'images.generate'>>> =>
  app.post('/images/generate', {
    token: by.token,
    body: { prompt: 'a cat', ...more },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
async function made(more: Partial<Body<'images.generate'>> = {}): Promise<Answer<'images.generate'>> {
  const answer = await generate(more);
  expect(answer.status).toBe(202);
  return successSchema(generationSchema).parse(answer.body).data;
}
const parentOf = async (path: string): Promise<unknown> =>
  (await app.get<{ parent_id: unknown }>(path, { token: user.token })).body.data.parent_id;
const remove = (path: string): Promise<Answered> => app.request('DELETE', path, { token: user.token });

beforeAll(async () => {
  user = await app.signIn({ plan: 'pro' });
  stranger = await app.signIn({ plan: 'pro' });
  for (const { userId } of [user, stranger]) await giveUnits(app.dataSource, userId, 1_000_000);
});

beforeEach(async () => {
  const { generated_images: images } = await made({ count: 2 });
  [parent = '', second = ''] = images.map(({ id }) => id);
});

afterEach(() => expectInvariants(app.dataSource));

describe('a generation made from', () => {
  test('nothing has no parent', async () => {
    expect((await made()).parent_id).toBeNull();
    expect((await made({ parent_id: null })).parent_id).toBeNull();
  });

  test('a generation, or one of its images, tells its parent wherever it is shown', async () => {
    for (const from of [parent, second]) {
      const { id, parent_id: told } = await made({ parent_id: from });
      expect(told).toBe(from);
      expect(await parentOf(`/images/generations/${id}`)).toBe(from);
      expect(await parentOf(`/images/${id}`)).toBe(from);
      const { body } = await app.get<Answer<'images.list'>>('/images?limit=1', { token: user.token });
      expect(body.data.data.map((item) => item.parent_id)).toEqual([from]);
    }
  });

  test('a parent that is removed later has none, until the parent is restored', async () => {
    const { id } = await made({ parent_id: second });
    await remove(`/images/${second}`);
    expect(await parentOf(`/images/generations/${id}`)).toBeNull();
    expect(await parentOf(`/images/${id}`)).toBeNull();
    await app.post('/images/restore', { token: user.token, body: { image_ids: [second] } });
    expect(await parentOf(`/images/generations/${id}`)).toBe(second);
  });

  test('a generation whose first image went still has it, until all of it is gone', async () => {
    const { id } = await made({ parent_id: parent });
    await remove(`/images/${parent}`);
    expect(await parentOf(`/images/generations/${id}`)).toBe(parent);
    expect((await generate({ parent_id: parent })).status).toBe(202);
    await remove(`/images/${second}`);
    expect(await parentOf(`/images/generations/${id}`)).toBeNull();
  });
});

describe('a parent that is not there', () => {
  test('spends nothing: unknown, removed or somebody else’s, with the same answer', async () => {
    const foreign = (await generate({}, { by: stranger })).body.data.id;
    const { id: removed } = await made();
    await remove(`/images/generations/${removed}`);
    await remove(`/images/${second}`);
    await expectUnchanged(app.dataSource, async () => {
      const answers: Answered[] = [];
      for (const id of ['0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1', removed, second, foreign]) {
        answers.push(await generate({ parent_id: id }));
      }
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        Array.from({ length: 4 }, () => [404, 'NOT_FOUND']),
      );
      const bodies = answers.map(({ body }) => ({ ...body, request_id: '' }));
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    });
  });

  test('is refused before missing credits are, and after what is wrong with the request itself', async () => {
    const poor = await app.signIn();
    const parentId = '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1';
    expect((await generate({ parent_id: parentId }, { by: poor })).body.code).toBe('NOT_FOUND');
    expect((await generate({ parent_id: parentId, prompt: ' ' })).body.code).toBe('PROMPT_REQUIRED');
    const wrong = await generate({ parent_id: 'x' });
    expect([wrong.status, wrong.body.details?.map(({ path }) => path)]).toEqual([400, ['body.parent_id']]);
  });
});

describe('under an idempotency key', () => {
  test('another parent is another request', async () => {
    const first = await generate({ parent_id: parent }, { key: 'remix' });
    expect((await generate({ parent_id: parent }, { key: 'remix' })).body.data.id).toBe(first.body.data.id);
    for (const other of [second, null]) {
      const answer = await generate({ parent_id: other }, { key: 'remix' });
      expect([answer.status, answer.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    }
  });

  test('a request that was accepted stays so when its parent is removed', async () => {
    const first = await generate({ parent_id: parent }, { key: 'kept' });
    await remove(`/images/generations/${parent}`);
    const again = await generate({ parent_id: parent }, { key: 'kept' });
    expect([again.status, again.body.data.id, again.body.data.parent_id]).toEqual([202, first.body.data.id, null]);
  });
});

describe('the lineage of an image', () => {
  const delivered = async (parentId: string | null = null): Promise<string> => {
    const { id } = await made({ parent_id: parentId });
    await deliverImage(app, id);
    return id;
  };
  const lineageOf = async (id: string): Promise<{ ancestors: string[]; remixes: string[] }> => {
    const answer = await app.get(`/images/${id}/lineage`, { token: user.token });
    expect(answer.status).toBe(200);
    const { ancestors, remixes } = successSchema(imageCalls.lineage.schemas.answer).parse(answer.body).data;
    return { ancestors: ancestors.map((item) => item.id), remixes: remixes.map((item) => item.id) };
  };

  test('has what it goes back to and what was made directly from it, oldest first', async () => {
    const first = await delivered();
    const child = await delivered(first);
    const grandchild = await delivered(child);
    const other = await delivered(first);
    expect(await lineageOf(first)).toEqual({ ancestors: [], remixes: [child, other] });
    expect(await lineageOf(grandchild)).toEqual({ ancestors: [first, child], remixes: [] });
  });

  test('leaves out what is not delivered or is deleted, and does not end there', async () => {
    const first = await delivered();
    const child = await delivered(first);
    const grandchild = await delivered(child);
    await made({ parent_id: grandchild });
    await remove(`/images/${child}`);
    expect(await lineageOf(grandchild)).toEqual({ ancestors: [first], remixes: [] });
    expect(await lineageOf(first)).toEqual({ ancestors: [], remixes: [] });
    await app.post('/images/restore', { token: user.token, body: { image_ids: [child] } });
    expect(await lineageOf(first)).toEqual({ ancestors: [], remixes: [child] });
  });

  test('is bounded in both directions, to the nearest ancestors and the newest remixes', async () => {
    const line: string[] = [];
    for (let step = 0; step <= LINEAGE_MAX + 1; step += 1) line.push((await made({ parent_id: line.at(-1) })).id);
    const last = line.at(-1) ?? '';
    const remixes: string[] = [];
    while (remixes.length <= LINEAGE_MAX)
      remixes.push(...(await made({ parent_id: last, count: 3 })).generated_images.map(({ id }) => id));
    await Promise.all([...line, ...remixes].map((id) => deliverImage(app, id)));
    // What is not shown takes no place of what is: one that is open, and one that was deleted.
    await made({ parent_id: last });
    const { id: deleted } = await made({ parent_id: last });
    await deliverImage(app, deleted);
    await remove(`/images/${deleted}`);
    expect(await lineageOf(last)).toEqual({ ancestors: line.slice(1, -1), remixes: remixes.slice(-LINEAGE_MAX) });
  });

  test('is not found for an image that is deleted, unknown or of another user', async () => {
    const { id: removed } = await made();
    await remove(`/images/generations/${removed}`);
    const foreign = (await generate({}, { by: stranger })).body.data.id;
    for (const id of [removed, foreign, '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1']) {
      const answer = await app.get(`/images/${id}/lineage`, { token: user.token });
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});

test('owners see until when an image is shared, wherever it is shown', async () => {
  await deliverImage(app, parent);
  const until = async (): Promise<unknown[]> => {
    const shown = await app.get<Answer<'images.show'>>(`/images/${parent}`, { token: user.token });
    const list = await app.get<Answer<'images.list'>>('/images?limit=2', { token: user.token });
    const whole = await app.get<Answer<'images.showGeneration'>>(`/images/generations/${parent}`, {
      token: user.token,
    });
    return [shown.body.data, ...list.body.data.data, ...whole.body.data.generated_images].map((item) => [
      item.id === parent,
      item.shared_until,
    ]);
  };
  const everywhere = (at: string | null) => [
    [true, at],
    [false, null],
    [true, at],
    [true, at],
    [false, null],
  ];
  const share = async (): Promise<string> =>
    (await app.post<Answer<'images.share'>>(`/images/${parent}/share`, { token: user.token })).body.data.expires_at;
  expect(await until()).toEqual(everywhere(null));
  const expiresAt = await share();
  expect(await until()).toEqual(everywhere(expiresAt));
  await remove(`/images/${parent}/share`);
  expect(await until()).toEqual(everywhere(null));
  await share();
  await rows(app.dataSource, `update shares set expires_at = now()`);
  expect(await until()).toEqual(everywhere(null));
});
