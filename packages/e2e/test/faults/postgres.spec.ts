import { until } from '@app/api/test-support/until';
import { failureSchema } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../../src/api-client.js';
import { useFaults } from '../../src/faults.js';
import { expectInvariants, expectSettled } from '../../src/invariants.js';
import { CHEAP, type Order } from '../../src/load.js';
import { useWitnesses } from '../../src/witnesses.js';

// What was acknowledged must be on the disk: the one place where the database has to be durable.
const witnesses = useWitnesses({ ...useFaults().options, durable: true });
const { product, database, journal, newcomer } = witnesses;

const CRASHES = 2;
const PARTS = ['api', 'worker', 'web'] as const;
const PAUSE_MS = 150;

/** Orders one after the other until `isOver`, and repeats each until it is acknowledged; answers how often it had to. */
async function keepOrdering(person: Person, isOver: () => boolean): Promise<number> {
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

test('Postgres crashes under load: no process falls with it, nothing acknowledged is lost, all of it is done', async () => {
  const people = [await newcomer(100), await newcomer(100)];
  const pids = PARTS.map((part) => product.running.pid(part));
  let isOver = false;
  const ordering = people.map((person) => keepOrdering(person, () => isOver));
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const before = journal.acknowledged.length;
    await until(() => journal.acknowledged.length > before);
    await product.running.kill('postgres');
    await sleep(4 * PAUSE_MS);
    await product.running.start('postgres');
    await expectInvariants(database);
  }
  isOver = true;
  // A crash that nobody noticed would show nothing.
  expect((await Promise.all(ordering)).every((refusals) => refusals > 0)).toBe(true);

  expect(new Set(journal.acknowledged.map(({ id }) => id)).size).toBe(journal.acknowledged.length);
  const ended = await expectSettled(witnesses);
  expect(ended.filter(({ generation }) => generation.status !== 'completed')).toEqual([]);
  expect(await database.query('select count(*)::int as n from generations')).toEqual([{ n: ended.length }]);
  expect(PARTS.map((part) => product.running.pid(part))).toEqual(pids);
});
