import { expect, test } from '@jest/globals';
import { InboxWorker } from './inbox-worker.js';
import { Reconciler } from './reconciler.js';

const SITUATIONS: [string, boolean, string[], number][] = [
  ['once there is a database and a provider', true, ['stripe'], 1],
  ['not without a provider', true, [], 0],
  ['not without a database', false, ['stripe'], 0],
];

test.each(SITUATIONS)('webhooks are looked for %s', async (_, isInitialized, ids, times) => {
  let runs = 0;
  const run = () => Promise.resolve((runs += 1));
  const inbox = new InboxWorker({ isInitialized } as never, { run } as never, { ids } as never);
  await inbox.run();
  expect(runs).toBe(times);
  await inbox.onModuleDestroy();
  await inbox.run();
  expect(runs).toBe(times);
});

test.each([
  ['once there is a database, with a provider or without', true, 1],
  ['not without a database', false, 0],
])('lost webhooks are made up for, and what time makes due is done, %s', async (_, isInitialized, times) => {
  let leases = 0;
  // The lease is another process's.
  const query = () => {
    leases += 1;
    return Promise.resolve([]);
  };
  const reconciler = new Reconciler({ isInitialized, query } as never, {} as never);
  await reconciler.run();
  expect(leases).toBe(times);
});
