import { beforeEach, expect, test } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import { testConfig } from '../../../../test/support/config.js';
import { createUser } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { createEndpoint, disable, endpointRow, record } from '../../../../test/support/webhooks/webhooks.js';
import { rows } from '../../../platform/database/rows.js';
import { DeliverySweeper } from './delivery-sweeper.js';
import type { WebhookProcessor } from './webhook-processor.js';

const db = useDatabase();

const delivered: string[] = [];
beforeEach(() => void delivered.splice(0));

function sweep(FEATURE_PUBLIC_API: string) {
  const processor = { freeSlots: 1, run: (endpointId: string) => Promise.resolve(delivered.push(endpointId)) };
  const config = testConfig({ DATABASE_URL: db.url, FEATURE_PUBLIC_API });
  const registry = new SchedulerRegistry();
  return new DeliverySweeper(db.dataSource, processor as unknown as WebhookProcessor, registry, config).sweep();
}

test('what is overdue is delivered, but not while the public API is switched off', async () => {
  const { id, userId } = await createEndpoint(
    db.dataSource,
    await createUser(db.dataSource),
    'https://receiver.example/',
  );
  await record(db.dataSource, userId);
  await rows(db.dataSource, `update webhook_deliveries set next_attempt_at = now() - interval '1 hour'`);
  expect(await sweep('false')).toEqual({ endpoints: 0, deleted: 0 });
  expect(delivered).toEqual([]);
  expect(await sweep('true')).toEqual({ endpoints: 1, deleted: 0 });
  expect(delivered).toEqual([id]);
});

test('days with the public API switched off are no days of failure', async () => {
  const userId = await createUser(db.dataSource);
  const [failing, disabled] = [
    await createEndpoint(db.dataSource, userId, 'https://failing.example/'),
    await createEndpoint(db.dataSource, userId, 'https://disabled.example/'),
  ];
  const areFailing = async () => [
    (await endpointRow(db.dataSource, failing.id))?.failing,
    (await endpointRow(db.dataSource, disabled.id))?.failing,
  ];
  await rows(db.dataSource, `update webhook_endpoints set failing_since = now() - interval '4 days'`);
  await disable(db.dataSource, disabled.id);
  await sweep('true');
  expect(await areFailing()).toEqual([true, true]);
  await sweep('false');
  expect(await areFailing()).toEqual([false, true]);
});
