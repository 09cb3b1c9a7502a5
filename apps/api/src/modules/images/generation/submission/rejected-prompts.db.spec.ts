import { failureSchema, type Answer } from '@app/contracts';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { foxes, useBatches } from '../../../../../test/support/images/batches.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { expectUnchanged } from '../../../../../test/support/database/unchanged.js';
import { putImages } from '../../../../../test/support/images/many-images.js';
import { rowsRead } from '../../../../../test/support/database/rows-read.js';
import { failImage } from '../../../../../test/support/images/work.js';
import { rows } from '../../../../platform/database/rows.js';
import { REJECTIONS_PER_HOUR } from './rejected-prompts.js';
import { readSubmissionFacts } from './submission-rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });
const batches = useBatches(app);
afterEach(() => expectInvariants(app.dataSource));

async function person(): Promise<SignedIn> {
  const by = await app.signIn({ plan: 'enterprise' });
  await giveUnits(app.dataSource, by.userId, 10_000);
  return by;
}

const generate = ({ token }: SignedIn, count = 1, key?: string): Promise<Answered<Answer<'images.generate'>>> =>
  app.post('/images/generate', {
    token,
    body: { prompt: 'a cat', count },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

/** Lets the engine's filter reject so many prompts, each with all of its images. */
async function reject(by: SignedIn, prompts: number, images = 1): Promise<void> {
  for (let left = prompts; left > 0; left -= 1) {
    const generation = (await generate(by, images)).body.data;
    const ids = await rows<{ id: string }>(app.dataSource, `select id from images where generation_id = $1`, [
      generation.id,
    ]);
    for (const { id } of ids) await failImage(app, id, 'CONTENT_REJECTED');
  }
}

const age = ({ userId }: SignedIn, seconds: number): Promise<unknown> =>
  rows(
    app.dataSource,
    `update images set finished_at = finished_at - $2 * interval '1 s' where user_id = $1 and finished_at is not null`,
    [userId, seconds],
  );

/** Code and seconds of a refusal that changes no row. */
async function refused(by: SignedIn): Promise<[number, string, number]> {
  const { status, body, headers } = await expectUnchanged(app.dataSource, () => generate(by));
  return [status, failureSchema.parse(body).code, Number(headers.get('retry-after'))];
}

test('from twenty rejected prompts within an hour on, requests are refused until enough of them are older', async () => {
  const by = await person();
  await reject(by, 5);
  await age(by, 1_800);
  await reject(by, REJECTIONS_PER_HOUR - 6);
  expect((await generate(by)).status).toBe(202);
  await reject(by, 1);
  const [status, code, seconds] = await refused(by);
  expect([status, code]).toEqual([429, 'TOO_MANY_REFUSALS']);
  // The first five are over in half an hour; one less suffices.
  expect(seconds).toBeGreaterThan(1_700);
  expect(seconds).toBeLessThanOrEqual(1_800);
  await age(by, 1_800);
  expect((await generate(by)).status).toBe(202);
});

test('a prompt counts once, however many of its images are rejected', async () => {
  const by = await person();
  await reject(by, 3, 8);
  expect((await generate(by)).status).toBe(202);
});

describe('once twenty prompts are rejected', () => {
  let by: SignedIn;
  let accepted: string;
  beforeAll(async () => {
    by = await person();
    accepted = (await generate(by, 1, 'before')).body.data.id;
    await reject(by, REJECTIONS_PER_HOUR);
  });

  test('what was accepted before is still answered under its key', async () => {
    const again = await expectUnchanged(app.dataSource, () => generate(by, 1, 'before'));
    expect([again.status, again.body.data.id]).toEqual([202, accepted]);
  });

  test('deleting the rejected images changes nothing', async () => {
    const deleted = `update images set deleted_at = now(), purge_at = now() where user_id = $1`;
    await rows(app.dataSource, deleted, [by.userId]);
    expect(await refused(by)).toEqual([429, 'TOO_MANY_REFUSALS', expect.any(Number)]);
  });
});

test('images that failed otherwise, and those of others, do not count', async () => {
  const [by, other] = [await person(), await person()];
  await reject(by, REJECTIONS_PER_HOUR - 1);
  const { id } = (await generate(by)).body.data;
  await failImage(app, id, 'ENGINE_FAILED');
  await reject(other, 1);
  expect((await generate(by)).status).toBe(202);
});

test('rows of batches wait meanwhile, hold nothing, and go on afterwards', async () => {
  const by = await batches.person();
  await reject(by, REJECTIONS_PER_HOUR);
  const id = await batches.start(by, foxes(2));
  expect(await batches.dispatch()).toBe(0);
  const shown = await batches.show(by, id);
  expect([shown.status, shown.credits_held]).toEqual(['running', 0]);
  expect(shown.estimated_seconds).toBeNull();
  const [held] = await rows<{ until: Date }>(
    app.dataSource,
    `select min(finished_at) + interval '1 h' as until from images where user_id = $1 and error_code = 'CONTENT_REJECTED'`,
    [by.userId],
  );
  expect(shown.held_until).toBe(held?.until.toISOString());
  expect(shown.rows.map(({ status }) => status)).toEqual(['waiting', 'waiting']);
  await age(by, 3_600);
  expect(await batches.show(by, id)).toMatchObject({ held_until: null, estimated_seconds: expect.any(Number) });
  expect(await batches.dispatch()).toBe(2);
});

test('of the images of somebody, only those that were rejected lately are read', async () => {
  const by = await person();
  await reject(by, 2, 8);
  await age(by, 3_600);
  await reject(by, 3);
  // Postgres would scan a small table instead of its index.
  const putManyImages = async (runner: QueryRunner): Promise<void> => {
    const many = Array.from({ length: 2_000 }, () => ({ prompt: 'a fox' }));
    await putImages(runner, by.userId, many);
    await runner.query('analyze images');
  };
  const ask = { idempotencyKey: null, parentId: null };
  const read = (sql: DataSource) => readSubmissionFacts(sql as unknown as EntityManager, by.userId, ask);
  const { images } = await rowsRead(app.dataSource, read, putManyImages);
  expect(images).toBe(3);
});
