import { until } from '@app/api/test-support/until';
import { failureSchema } from '@app/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../../src/users/api-client.js';
import { expectInvariants, expectSettled } from '../../src/product/invariants.js';
import { CHEAP, type Journal, type Order } from '../../src/users/load.js';
import { expect, test } from '../support/fault-fixtures.js';

const CRASHES = 2;
const PARTS = ['api', 'worker', 'web'] as const;
const PAUSE_MS = 150;

/** Submits sequentially until `isOver`, and repeats until accepted. Resolves with the number of refusals. */
async function keepSubmitting(journal: Journal, person: Person, isOver: () => boolean): Promise<number> {
  let refusals = 0;
  while (!isOver()) {
    for (let order: Partial<Order> = {}; ; refusals += 1) {
      const sent = await journal.submit({ person, body: CHEAP, ...order });
      await sleep(PAUSE_MS);
      if (sent.answer?.status === 202) break;
      expect(sent.answer?.status).toBe(503);
      expect(failureSchema.parse(sent.answer?.body).code).toBe('SERVICE_UNAVAILABLE');
      order = sent.order;
    }
  }
  return refusals;
}

test('Postgres crashes under load end no process and lose no accepted generation', async ({ access, newPerson }) => {
  const { product, database, journal } = access;
  const people = [await newPerson(100), await newPerson(100)];
  const pids = PARTS.map((part) => product.running.pid(part));
  let isOver = false;
  const submitting = people.map((person) => keepSubmitting(journal, person, () => isOver));
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const before = journal.acknowledged.length;
    await until(() => journal.acknowledged.length > before);
    await product.running.kill('postgres');
    await sleep(4 * PAUSE_MS);
    await product.running.start('postgres');
    await expectInvariants(database);
  }
  isOver = true;
  // Without a refusal the crash had no effect on requests.
  expect((await Promise.all(submitting)).every((refusals) => refusals > 0)).toBe(true);

  expect(new Set(journal.acknowledged.map(({ id }) => id)).size).toBe(journal.acknowledged.length);
  const ended = await expectSettled(access);
  expect(ended.filter(({ generation }) => generation.status !== 'completed')).toEqual([]);
  expect(await database.query('select count(*)::int as n from generations')).toEqual([{ n: ended.length }]);
  expect(PARTS.map((part) => product.running.pid(part))).toEqual(pids);
});
