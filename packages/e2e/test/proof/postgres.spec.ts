import { until } from '@app/api/test-support/until';
import { failureSchema } from '@app/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiUser } from '../../src/users/api-client.js';
import { expectInvariants, expectSettled } from '../../src/product/invariants.js';
import { CHEAPEST_BODY, type GenerationJournal, type Submission } from '../../src/users/generation-journal.js';
import { expect, test } from '../support/fault-fixtures.js';

const CRASHES = 2;
const PARTS = ['api', 'worker', 'web'] as const;
const PAUSE_MS = 150;

/** Submits sequentially until `isOver`, and repeats until accepted. Resolves with the number of refusals. */
async function keepSubmitting(journal: GenerationJournal, user: ApiUser, isOver: () => boolean): Promise<number> {
  let refusals = 0;
  while (!isOver()) {
    for (let order: Partial<Submission> = {}; ; refusals += 1) {
      const sent = await journal.submit({ user, body: CHEAPEST_BODY, ...order });
      await sleep(PAUSE_MS);
      if (sent.answer?.status === 202) break;
      expect(sent.answer?.status).toBe(503);
      expect(failureSchema.parse(sent.answer?.body).code).toBe('SERVICE_UNAVAILABLE');
      order = sent.submission;
    }
  }
  return refusals;
}

test('Postgres crashes under load end no process and lose no accepted generation', async ({ access, newApiUser }) => {
  const { product, database, journal } = access;
  const people = [await newApiUser(100), await newApiUser(100)];
  const pids = PARTS.map((part) => product.running.pid(part));
  let isOver = false;
  const submitting = people.map((user) => keepSubmitting(journal, user, () => isOver));
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const before = journal.submissions.length;
    await until(() => journal.submissions.length > before);
    await product.running.kill('postgres');
    await sleep(4 * PAUSE_MS);
    await product.running.start('postgres');
    await expectInvariants(database);
  }
  isOver = true;
  // Without a refusal the crash had no effect on requests.
  expect((await Promise.all(submitting)).every((refusals) => refusals > 0)).toBe(true);

  expect(new Set(journal.submissions.map(({ id }) => id)).size).toBe(journal.submissions.length);
  const ended = await expectSettled(access);
  expect(ended.filter(({ generation }) => generation.status !== 'completed')).toEqual([]);
  expect(await database.query('select count(*)::int as n from generations')).toEqual([{ n: ended.length }]);
  expect(PARTS.map((part) => product.running.pid(part))).toEqual(pids);
});
