import { failureSchema, type Answer } from '@app/contracts';
import { afterEach, expect, test } from '@jest/globals';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { foxes, useBatches } from '../../../../../test/support/batches.js';
import { giveUnits } from '../../../../../test/support/credits.js';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { expectUnchanged } from '../../../../../test/support/unchanged.js';
import { failImage } from '../../../../../test/support/work.js';
import { rows } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { REJECTIONS_PER_HOUR, readSubmissionFacts } from './submission-rows.js';

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

/** Lets the engine's filter reject so many images, all at one moment. */
async function reject(by: SignedIn, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 8) {
    const generation = (await generate(by, Math.min(8, left))).body.data;
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

test('from twenty rejected images within an hour on, requests are refused until enough of them are older', async () => {
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

test('deleting the rejected images changes nothing', async () => {
  const by = await person();
  await reject(by, REJECTIONS_PER_HOUR);
  await rows(app.dataSource, `update images set deleted_at = now(), purge_at = now() where user_id = $1`, [by.userId]);
  expect(await refused(by)).toEqual([429, 'TOO_MANY_REFUSALS', expect.any(Number)]);
});

test('what was accepted before is still answered under its key', async () => {
  const by = await person();
  const first = await generate(by, 1, 'before');
  await reject(by, REJECTIONS_PER_HOUR);
  const again = await expectUnchanged(app.dataSource, () => generate(by, 1, 'before'));
  expect([again.status, again.body.data.id]).toEqual([202, first.body.data.id]);
});

test('images that failed otherwise, and those of others, do not count', async () => {
  const [by, other] = [await person(), await person()];
  await reject(by, REJECTIONS_PER_HOUR - 1);
  const { id } = (await generate(by)).body.data;
  await failImage(app, id, 'ENGINE_FAILED');
  await reject(other, REJECTIONS_PER_HOUR);
  expect((await generate(by)).status).toBe(202);
});

test('rows of batches wait meanwhile, hold nothing, and go on afterwards', async () => {
  const by = await batches.person();
  await reject(by, REJECTIONS_PER_HOUR);
  const id = await batches.start(by, foxes(2));
  expect(await batches.dispatch()).toBe(0);
  const shown = await batches.show(by, id);
  expect([shown.status, shown.credits_held]).toEqual(['running', 0]);
  expect(shown.rows.map(({ status }) => status)).toEqual(['waiting', 'waiting']);
  await age(by, 3_600);
  expect(await batches.dispatch()).toBe(2);
});

test('the rejected images are counted by an index of their own', async () => {
  const { userId } = await person();
  const plans: string[] = [];
  const explain = {
    query: async (text: string, params: unknown[]): Promise<unknown> => {
      await inTransaction(app.dataSource, async (tx) => {
        // Of a table with few rows all are read.
        await tx.query('set local enable_seqscan = off');
        plans.push(JSON.stringify(await tx.query(`explain (format json) ${text}`, params)));
      });
      return app.dataSource.query(text, params);
    },
  };
  const { rejectedForSeconds } = await readSubmissionFacts(explain as never, userId, {
    idempotencyKey: null,
    parentId: null,
  });
  expect(rejectedForSeconds).toBeNull();
  expect(plans.join()).toContain('images_rejected_by_user');
});
