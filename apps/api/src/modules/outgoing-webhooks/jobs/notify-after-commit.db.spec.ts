import { expect, test } from '@jest/globals';
import { createUser } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { createEndpoint, deliveriesOf, disable, record } from '../../../../test/support/webhooks/webhooks.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { recordWebhookEvent } from '../persistence/record-event.js';
import { NotifyAfterCommit } from './notify-after-commit.js';
import type { WebhookNotification, WebhookQueue } from './webhook-queue.js';

const db = useDatabase();

test('notifies what a transaction made due once it has committed, also after TypeORM has connected anew', async () => {
  const notified: WebhookNotification[] = [];
  const queue = { notify: (one: WebhookNotification) => Promise.resolve(notified.push(one) > 0) } as WebhookQueue;
  const notifier = new NotifyAfterCommit(db.dataSource, queue);
  notifier.onModuleInit();
  await db.dataSource.destroy();
  await db.dataSource.initialize();
  notifier.subscribe();
  notifier.subscribe();

  const { id, userId } = await createEndpoint(db.dataSource, await createUser(db.dataSource), 'https://a.example/');
  const failing = inTransaction(db.dataSource, async (tx) => {
    const data = { available_credits: 1, threshold_credits: 2 };
    await recordWebhookEvent(tx, userId, { type: 'credits.low', data });
    expect(notified).toEqual([]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(notified).toEqual([]);
  await record(db.dataSource, userId);
  const [delivery] = await deliveriesOf(db.dataSource, id);
  expect(notified).toEqual([{ endpointId: id, deliveryId: delivery?.id, attempts: 0, delaySeconds: 0 }]);

  const missing = await createEndpoint(db.dataSource, await createUser(db.dataSource), 'https://a.example/');
  await disable(db.dataSource, missing.id);
  await record(db.dataSource, missing.userId);
  expect(await deliveriesOf(db.dataSource, missing.id)).toHaveLength(1);
  expect(notified).toHaveLength(1);
});
