import type { TestDatabase } from '@app/api/test-support/database';
import { verifyAttempt } from '@app/api/test-support/webhooks';
import { WEBHOOK_RETRY_SECONDS } from '@app/contracts';
import { expect } from '@jest/globals';
import { BEHAVIOURS, IS_DELIVERED, Receivers } from './receivers.js';
import { runDeliveries, type DeliveredEndpoint, type DeliveryReport } from './run-deliveries.js';

const MAX_ATTEMPTS = WEBHOOK_RETRY_SECONDS.length + 1;

function expectEnded(endpoint: DeliveredEndpoint, { deliveries }: DeliveryReport, receivers: Receivers): void {
  const { id, secret, behaviour, path } = endpoint;
  const attempts = receivers.of(behaviour).received.filter((attempt) => attempt.path === path);
  for (const attempt of attempts) verifyAttempt(secret, attempt);
  for (const delivery of deliveries.get(id) ?? []) {
    const status = IS_DELIVERED[behaviour] ? 'delivered' : 'failed';
    expect([behaviour, delivery.status]).toEqual([behaviour, status]);
    if (status === 'failed') expect([behaviour, delivery.attempts]).toEqual([behaviour, MAX_ATTEMPTS]);
    const seen = attempts.filter(({ headers }) => headers['webhook-id'] === delivery.eventId);
    // An attempt at a receiver that hangs may be given up before it has arrived.
    if (behaviour === 'hangs') expect(seen.length).toBeLessThanOrEqual(delivery.attempts);
    else expect([behaviour, seen.length]).toEqual([behaviour, /address/.test(behaviour) ? 0 : delivery.attempts]);
  }
}

/** Each delivery is made or given up as documented, verified by the library, and no private address is reached. */
export async function expectDeliveries({ dataSource }: TestDatabase, count: number): Promise<void> {
  const receivers = new Receivers();
  await receivers.start();
  try {
    const report = await runDeliveries(dataSource, receivers, count);
    expect([...report.deliveries.values()].flat().length).toBeGreaterThanOrEqual(count);
    for (const endpoint of report.endpoints) expectEnded(endpoint, report, receivers);
    expect(receivers.forbidden.connections).toBe(0);
    for (const behaviour of BEHAVIOURS) expect(receivers.of(behaviour).mostAtOnce).toBeLessThanOrEqual(2);
  } finally {
    receivers.stop();
  }
}
