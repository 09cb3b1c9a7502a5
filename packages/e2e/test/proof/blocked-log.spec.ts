import { calls } from '@app/contracts';
import { dataOf } from '../../src/users/api-client.js';
import { CHEAPEST_BODY } from '../../src/users/generation-journal.js';
import { expectSettled } from '../../src/product/invariants.js';
import { expect, testWithProcesses } from '../support/fault-fixtures.js';

/** About 200 bytes of log each, into a pipe of 64 KiB. */
const REQUESTS = 1500;

const test = testWithProcesses({ apis: 1, blockedLogs: true });

test('a log that nobody reads costs lines, never requests', async ({ access, more, newApiUser }) => {
  const [api] = more.apis;
  if (!api) throw new Error('no API was started');
  const user = await newApiUser(10);
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const answer = await fetch(api.url('/unknown'));
    expect([404, 429]).toContain(answer.status);
    await answer.arrayBuffer();
  }
  const accepted = { user, body: CHEAPEST_BODY, key: 'beside-a-blocked-log' };
  const answer = await api.generate(accepted.user, accepted.body, accepted.key);
  access.journal.submissions.push({ ...accepted, id: dataOf(calls.images.generate, answer).id });
  await expectSettled(access);
  // The stop that ends each test file waits for this process too: it must not wait for the reader of its log.
});
