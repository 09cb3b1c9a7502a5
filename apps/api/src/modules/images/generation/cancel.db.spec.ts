import { imageCalls, successSchema, type Answer, type Generation } from '@app/contracts';
import { getQueueToken } from '@nestjs/bull';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Queue } from 'bull';
import { randomUUID } from 'node:crypto';
import { createKey } from '../../../../test/support/api-keys.js';
import { claimGeneration } from '../../../../test/support/images/claim.js';
import { useApp, type Answered, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { openEvents } from '../../../../test/support/http/event-reader.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { moveDeadline, STUDIO_PAINTS } from '../../../../test/support/images/painting.js';
import { expectUnchanged } from '../../../../test/support/database/unchanged.js';
import { beginWork, deliverImage, failImage } from '../../../../test/support/images/work.js';
import { row } from '../../../platform/database/rows.js';
import { PRODUCER_QUEUE } from './queue/generation-queue-ends.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '2' } });
let person: SignedIn;

beforeEach(async () => {
  person = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, person.userId, 200);
});
afterEach(() => expectInvariants(app.dataSource));

const queue = (): Queue => app.app.get<Queue>(getQueueToken(PRODUCER_QUEUE), { strict: false });
const make = async (count = 1): Promise<Generation> => {
  const sent = { token: person.token, body: { prompt: 'a cat', count } };
  return (await app.post<Answer<'images.generate'>>('/images/generate', sent)).body.data;
};
const cancel = (id: string, language = 'en', by = person): Promise<Answered> =>
  app.post(`/images/generations/${id}/cancel`, { token: by.token, headers: { 'accept-language': language } });
const shown = (answer: Answered): Generation => {
  expect(answer.status).toBe(200);
  return successSchema(imageCalls.cancel.schemas.answer).parse(answer.body).data;
};
const units = (): Promise<unknown> =>
  row(app.dataSource, `select available, reserved from credit_accounts where user_id = $1`, [person.userId]);
const code = ({ status, body }: Answered): unknown => ({ status, code: body.code });
const refused = { status: 409, code: 'GENERATION_NOT_CANCELLABLE' };

describe('taking back a generation that waits', () => {
  test('ends it with all its images, and every credit is back', async () => {
    const { id } = await make(3);
    expect(await units()).toEqual({ available: 95, reserved: 105 });
    const taken = shown(await cancel(id));
    expect(taken).toMatchObject({
      id,
      status: 'failed',
      error_code: 'CANCELLED',
      credits_used: 0,
      credits_held: 0,
      credits_returned: 10.5,
      queue: null,
    });
    expect(taken.generated_images.map(({ status, error_code }) => `${status} ${error_code}`)).toEqual([
      'failed CANCELLED',
      'failed CANCELLED',
      'failed CANCELLED',
    ]);
    expect(taken.error_message).toContain('You cancelled this one');
    expect(await units()).toEqual({ available: 200, reserved: 0 });
  });

  test('is answered in the language of the asker', async () => {
    const { id } = await make();
    expect(shown(await cancel(id, 'zh')).error_message).toContain('已取消');
  });

  test('twice is the same as once', async () => {
    const { id } = await make(2);
    const first = shown(await cancel(id));
    await expectUnchanged(app.dataSource, async () => expect(shown(await cancel(id))).toEqual(first));
  });

  test('leaves no ring for the workers, and a worker that comes nevertheless finds nothing to do', async () => {
    const { id } = await make();
    expect(await queue().getJob(`gen:${id}:0`)).toMatchObject({ data: { generationId: id } });
    await cancel(id);
    expect(await queue().getJob(`gen:${id}:0`)).toBeNull();
    await expectUnchanged(app.dataSource, async () =>
      expect(await claimGeneration(app.dataSource, id, STUDIO_PAINTS, 30)).toBeNull(),
    );
  });

  test('makes room for another one', async () => {
    const [first] = [await make(), await make()];
    const again = () => app.post('/images/generate', { token: person.token, body: { prompt: 'one more' } });
    expect(code(await again())).toEqual({ status: 429, code: 'TOO_MANY_IN_FLIGHT' });
    await cancel(first.id);
    expect((await again()).status).toBe(202);
  });

  test('is told to the event streams: the generation and the credits, once', async () => {
    const { id } = await make();
    const reader = await openEvents(`${app.url}/api/images/events`, { authorization: `Bearer ${person.token}` });
    try {
      await reader.event(({ name }) => name === 'snapshot');
      await cancel(id);
      await cancel(id);
      const other = await make();
      await reader.event((event) => event.name === 'generation' && event.data.id === other.id);
      const told = reader.events().filter((event) => event.name === 'generation' && event.data.id === id);
      expect(told).toMatchObject([{ data: { status: 'failed', error_code: 'CANCELLED', credits_returned: 3.5 } }]);
      const names = reader.events().map(({ name }) => name);
      expect(names.slice(1, 3)).toEqual(['generation', 'quota']);
    } finally {
      reader.close();
    }
  });

  test('works while nobody has swept its deadline', async () => {
    const { id } = await make();
    await moveDeadline(app.dataSource, id, -1);
    expect(shown(await cancel(id)).error_code).toBe('CANCELLED');
  });
});

describe('too late: nothing changes', () => {
  const states: [string, (id: string) => Promise<unknown>][] = [
    ['a worker has begun', (id) => beginWork(app, id)],
    [
      'a worker has begun and left it for another attempt',
      async (id) => {
        await beginWork(app, id);
        await app.dataSource.query(`update generations set lease_until = now() - interval '1 s' where id = $1`, [id]);
      },
    ],
    ['one of the images is there', (id) => deliverImage(app, id)],
    ['one of the images failed', (id) => failImage(app, id, 'ENGINE_FAILED')],
  ];
  test.each(states)('%s', async (_, reach) => {
    const { id } = await make(2);
    await reach(id);
    await expectUnchanged(app.dataSource, async () => expect(code(await cancel(id))).toEqual(refused));
  });

  test.each([
    ['all of it is there', (id: string) => deliverImage(app, id)],
    ['all of it failed', (id: string) => failImage(app, id, 'ENGINE_FAILED')],
  ])('%s', async (_, end) => {
    const { id } = await make();
    await end(id);
    await expectUnchanged(app.dataSource, async () => expect(code(await cancel(id))).toEqual(refused));
  });
});

describe('what is not there', () => {
  test('is answered alike whether it is unknown, removed, an image’s id or somebody else’s, and nothing changes', async () => {
    const { id, generated_images: images } = await make(2);
    const gone = await make();
    await app.dataSource.query(`update generations set deleted_at = now() where id = $1`, [gone.id]);
    const stranger = await app.signIn();
    const body = ({ status, body: answer }: Answered) => ({ status, body: { ...answer, request_id: '' } });
    await expectUnchanged(app.dataSource, async () => {
      const unknown = await cancel(randomUUID());
      expect(code(unknown)).toEqual({ status: 404, code: 'NOT_FOUND' });
      for (const answer of [await cancel(id, 'en', stranger), await cancel(gone.id), await cancel(images[1]?.id ?? '')])
        expect(body(answer)).toEqual(body(unknown));
    });
  });
});

test('a person cancels at most sixty times a minute, on the web and by keys together', async () => {
  const { key } = await createKey(app, person);
  const unknown = randomUUID();
  for (let asked = 0; asked < 60; asked += 1) expect((await cancel(unknown)).status).toBe(404);
  const { id } = await make();
  const byKey = await app.post(`/v1/generations/${id}/cancel`, { token: key });
  for (const answer of [await cancel(id), byKey]) {
    expect(code(answer)).toEqual({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await app.get(`/images/generations/${id}`, { token: person.token })).status).toBe(200);
});
