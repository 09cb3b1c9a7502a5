import { LOW_CREDITS_UNITS, toCredits, webhookBodySchema, type WebhookEvent } from '@app/contracts';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { claimGeneration } from '../../../../test/support/images/claim.js';
import {
  createUser,
  creditLedger,
  giveUnits,
  moveExpiry,
  submitImages,
} from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { delivery } from '../../../../test/support/images/delivery.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { RecordedEvents, STUDIO_PAINTS, submit } from '../../../../test/support/images/painting.js';
import { createEndpoint, deliveriesOf, disable, record } from '../../../../test/support/webhooks/webhooks.js';
import { rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { CloseImage } from '../../images/generation/closing/close-image.js';
import { GrantSweeper } from '../../quota/jobs/grant-sweeper.js';
import { findOverdueEndpoints } from './claim-delivery.js';
import { recordWebhookEvent } from './record-event.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);
const closing = new CloseImage(db.dataSource, ledger, new RecordedEvents());
const URL = 'https://receiver.example/';

let userId: string;
beforeEach(async () => {
  userId = await createUser(db.dataSource);
});

const wanting = (...events: WebhookEvent[]) => createEndpoint(db.dataSource, userId, URL, events);

/** Bodies of what was recorded for the person, as receivers get them. */
const recorded = async (): Promise<unknown[]> => {
  const events = await rows<{ type: string; data: object; created_at: Date; deliveries: number }>(
    db.dataSource,
    `select type, data, created_at, (select count(*) from webhook_deliveries where event_id = v.id) as deliveries
       from webhook_events v where user_id = $1 order by created_at, id`,
    [userId],
  );
  return events.map(({ type, data, created_at, deliveries }) => {
    expect(deliveries).toBeGreaterThan(0);
    const { timestamp: _, ...body } = webhookBodySchema.parse({ type, timestamp: created_at.toISOString(), data });
    return body;
  });
};

describe('an event', () => {
  test('is written once, with a delivery for each enabled endpoint that wants it', async () => {
    await wanting('credits.low');
    await wanting('credits.low', 'batch.completed');
    await wanting('batch.completed');
    const disabled = await wanting('credits.low');
    await rows(db.dataSource, `update webhook_endpoints set enabled = false where id = $1`, [disabled.id]);
    await record(db.dataSource, userId);
    expect(await recorded()).toHaveLength(1);
    expect(
      await rows(
        db.dataSource,
        `select status, attempts from webhook_deliveries d join webhook_endpoints e on e.id = endpoint_id where user_id = $1`,
        [userId],
      ),
    ).toEqual(Array.from({ length: 2 }, () => ({ status: 'pending', attempts: 0 })));
  });

  test('is recorded as failed, with no attempt and nothing due, for an endpoint that we disabled', async () => {
    const [one, disabled] = [await wanting('credits.low'), await wanting('credits.low')];
    await disable(db.dataSource, disabled.id);
    await record(db.dataSource, userId);
    expect(await recorded()).toHaveLength(1);
    const missed = await deliveriesOf(db.dataSource, disabled.id);
    expect(missed).toMatchObject([{ status: 'failed', attempts: 0, lastStatus: null, lastFailure: null }]);
    expect(await findOverdueEndpoints(db.dataSource, 0, 1_000)).not.toContain(disabled.id);
    const [made] = await deliveriesOf(db.dataSource, one.id);
    expect(made).toMatchObject({ status: 'pending', eventId: missed[0]?.eventId });
  });

  test('is recorded for people whose only endpoint we disabled, unless it does not want it', async () => {
    const { id } = await wanting('batch.completed');
    await disable(db.dataSource, id);
    await record(db.dataSource, userId);
    expect(await recorded()).toEqual([]);
    await disable(db.dataSource, (await wanting('credits.low')).id);
    await record(db.dataSource, userId);
    expect(await recorded()).toHaveLength(1);
  });

  test('is not written for people without an endpoint that wants it', async () => {
    await wanting('batch.completed');
    await createEndpoint(db.dataSource, await createUser(db.dataSource), URL);
    await record(db.dataSource, userId);
    expect(await recorded()).toEqual([]);
  });

  test('is gone with the transaction of its cause', async () => {
    await wanting('credits.low');
    const failing = inTransaction(db.dataSource, async (tx) => {
      const data = { available_credits: 1, threshold_credits: 2 };
      await recordWebhookEvent(tx, userId, { type: 'credits.low', data });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await recorded()).toEqual([]);
  });

  test('of a batch is what the contract says', async () => {
    await wanting('batch.completed');
    const now = new Date().toISOString();
    const counts = { row_count: 3, rows_completed: 1, rows_failed: 1, rows_cancelled: 1, credits_used: 3.5 };
    const data = { batch_id: randomUUID(), status: 'stopped', ...counts, created_at: now, finished_at: now } as const;
    await record(db.dataSource, userId, { type: 'batch.completed', data });
    expect(await recorded()).toEqual([{ type: 'batch.completed', data }]);
  });
});

describe('the end of a generation', () => {
  /** A generation in its first attempt. */
  const begun = async (count: number) => {
    const { id, imageIds } = await submit(db.dataSource, { count, userId });
    await claimGeneration(db.dataSource, id, STUDIO_PAINTS, 30);
    return { id, images: imageIds.map((imageId) => ({ id: imageId, generationId: id, userId })) };
  };

  test('with an image is an event once the last one is closed, with what was delivered and charged', async () => {
    await wanting('generation.completed', 'generation.failed');
    const { id, images } = await begun(3);
    await closing.deliver(images[1]!, 1, delivery());
    await closing.fail(images[2]!, { attempt: 1 }, 'IMAGE_INVALID');
    expect(await recorded()).toEqual([]);
    await closing.deliver(images[0]!, 1, delivery());
    expect(await recorded()).toEqual([
      {
        type: 'generation.completed',
        data: expect.objectContaining({
          generation_id: id,
          status: 'completed',
          image_count: 3,
          image_ids: [images[0]?.id, images[1]?.id],
          credits_used: 7,
        }),
      },
    ]);
    await expectInvariants(db.dataSource);
  });

  test('without an image is a failure with its reason, at no charge', async () => {
    await wanting('generation.completed', 'generation.failed');
    const { id, images } = await begun(1);
    await closing.fail(images[0]!, { attempt: 1 }, 'CONTENT_REJECTED');
    expect(await recorded()).toMatchObject([
      {
        type: 'generation.failed',
        data: { generation_id: id, error_code: 'CONTENT_REJECTED', image_count: 1, credits_used: 0 },
      },
    ]);
  });
});

describe('credits.low', () => {
  const price = 35;
  const LOW = expect.objectContaining({ type: 'credits.low' });
  const body = (available: number) => ({
    type: 'credits.low',
    data: { available_credits: toCredits(available), threshold_credits: toCredits(LOW_CREDITS_UNITS) },
  });

  test('is an event when a submission takes the credits below the price of five images, once', async () => {
    await wanting('credits.low');
    await giveUnits(db.dataSource, userId, LOW_CREDITS_UNITS + price);
    await submitImages(ledger, userId);
    expect(await recorded()).toEqual([]);
    await submitImages(ledger, userId);
    expect(await recorded()).toEqual([body(LOW_CREDITS_UNITS - price)]);
    await submitImages(ledger, userId);
    expect(await recorded()).toHaveLength(1);
  });

  test('is another event after the credits were above in between', async () => {
    await wanting('credits.low');
    await giveUnits(db.dataSource, userId, LOW_CREDITS_UNITS);
    await submitImages(ledger, userId);
    await giveUnits(db.dataSource, userId, price);
    await submitImages(ledger, userId);
    expect(await recorded()).toEqual([LOW, LOW]);
  });

  test.each<[string, (grantId: number) => Promise<unknown>]>([
    [
      'credits expire, by the sweeper',
      async (grantId) => {
        await moveExpiry(db.dataSource, grantId, -1);
        await new GrantSweeper(db.dataSource).sweep();
      },
    ],
    [
      'credits expire, by a submission',
      async (grantId) => {
        await moveExpiry(db.dataSource, grantId, -1);
        await ledger.expireGrants(userId);
      },
    ],
    [
      'a grant is revoked',
      async (grantId) => {
        const [grant] = await rows<{ key: string }>(
          db.dataSource,
          `select source_key as key from credit_grants where id = $1`,
          [grantId],
        );
        await inTransaction(db.dataSource, (tx) => ledger.revoke(tx, userId, grant?.key ?? ''));
      },
    ],
  ])('is an event when %s', async (_, take) => {
    await wanting('credits.low');
    await take(await giveUnits(db.dataSource, userId, LOW_CREDITS_UNITS));
    expect(await recorded()).toEqual([body(0)]);
    await expectInvariants(db.dataSource);
  });
});
