import { expect, test } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import { testConfig } from '../../../../test/support/config.js';
import { createUser } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { createEndpoint, record } from '../../../../test/support/webhooks/webhooks.js';
import { rows } from '../../../platform/database/rows.js';
import { DeliverySweeper } from './delivery-sweeper.js';
import type { WebhookProcessor } from './webhook-processor.js';

const db = useDatabase();

test('what is overdue is delivered, but not while the public API is switched off', async () => {
  const { id, userId } = await createEndpoint(
    db.dataSource,
    await createUser(db.dataSource),
    'https://receiver.example/',
  );
  await record(db.dataSource, userId);
  await rows(db.dataSource, `update webhook_deliveries set next_attempt_at = now() - interval '1 hour'`);
  const delivered: string[] = [];
  const processor = { freeSlots: 1, run: (endpointId: string) => Promise.resolve(delivered.push(endpointId)) };
  const sweep = (FEATURE_PUBLIC_API: string) =>
    new DeliverySweeper(
      db.dataSource,
      processor as unknown as WebhookProcessor,
      new SchedulerRegistry(),
      testConfig({ DATABASE_URL: db.url, FEATURE_PUBLIC_API }),
    ).sweep();
  expect(await sweep('false')).toEqual({ endpoints: 0, deleted: 0 });
  expect(delivered).toEqual([]);
  expect(await sweep('true')).toEqual({ endpoints: 1, deleted: 0 });
  expect(delivered).toEqual([id]);
});
