import { webhookBodySchema, type WebhookBody, type WebhookContent, type WebhookEvent } from '@app/contracts';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { DataSource } from 'typeorm';
import { WebhookEndpoints } from '../../../src/modules/outgoing-webhooks/application/webhook-endpoints.js';
import { WebhookSecrets } from '../../../src/modules/outgoing-webhooks/application/webhook-secrets.js';
import { DeliverWebhooks } from '../../../src/modules/outgoing-webhooks/delivery/deliver-webhooks.js';
import type { ResolveHost } from '../../../src/modules/outgoing-webhooks/delivery/resolve-host.js';
import {
  DEFAULT_ATTEMPT_TIMEOUT_MS,
  SendWebhook,
} from '../../../src/modules/outgoing-webhooks/delivery/send-webhook.js';
import type { WebhookNotification, WebhookQueue } from '../../../src/modules/outgoing-webhooks/jobs/webhook-queue.js';
import { disableEndpoint } from '../../../src/modules/outgoing-webhooks/persistence/claim-delivery.js';
import { recordWebhookEvent } from '../../../src/modules/outgoing-webhooks/persistence/record-event.js';
import { row, rows } from '../../../src/platform/database/rows.js';
import { inTransaction } from '../../../src/platform/database/transaction.js';
import { testConfig } from '../config.js';
import { TEST_NETWORK, type ReceivedAttempt } from './webhook-receivers.js';

// What fails by the hundred would be told by the hundred.
Logger.overrideLogger(false);

const config = () => testConfig({ WEBHOOK_TEST_NETWORK: TEST_NETWORK });

const nowhere: ResolveHost = (name) => Promise.reject(new Error(`${name} is unknown here`));

export const testSender = (resolve = nowhere, timeoutMs = DEFAULT_ATTEMPT_TIMEOUT_MS): SendWebhook =>
  new SendWebhook(config(), resolve, timeoutMs);

export interface TestDeliverer {
  notified: WebhookNotification[];
  /** Endpoints that are notified anew, and not heard of yet. */
  rest: string[];
  /** Hears of one notification. */
  hear(endpointId: string, stop?: AbortSignal): Promise<void>;
  /** Hears of a notification, and of each that follows from it. */
  run(endpointId: string, stop?: AbortSignal): Promise<void>;
}

export const testDeliveries = (
  dataSource: DataSource,
  queue: WebhookQueue,
  { resolve = nowhere, timeoutMs = DEFAULT_ATTEMPT_TIMEOUT_MS }: { resolve?: ResolveHost; timeoutMs?: number } = {},
): DeliverWebhooks =>
  new DeliverWebhooks(dataSource, testSender(resolve, timeoutMs), new WebhookSecrets(config()), queue);

/** Delivery as one process has it, nothing of it running by itself. */
export function testDeliverer(
  dataSource: DataSource,
  times: { resolve?: ResolveHost; timeoutMs?: number } = {},
): TestDeliverer {
  const notified: WebhookNotification[] = [];
  const rest: string[] = [];
  const queue = {
    notify: (notification: WebhookNotification) => Promise.resolve(notified.push(notification) > 0),
    notifyRest: (endpointId: string) => Promise.resolve(rest.push(endpointId) > 0),
  } as unknown as WebhookQueue;
  const deliver = testDeliveries(dataSource, queue, times);
  const hear = (endpointId: string, stop = new AbortController().signal) => deliver.run(endpointId, stop);
  const run = async (endpointId: string, stop?: AbortSignal): Promise<void> => {
    await hear(endpointId, stop);
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await hear(next, stop);
  };
  return { notified, rest, hear, run };
}

export interface TestEndpoint {
  id: string;
  userId: string;
  secret: string;
}

/** A new secret of an endpoint. */
export const sealSecret = (endpointId: string) => new WebhookSecrets(config()).create(endpointId);

/** An endpoint as the application stores it. */
export async function createEndpoint(
  dataSource: DataSource,
  userId: string,
  url: string,
  events: WebhookEvent[] = ['credits.low'],
): Promise<TestEndpoint> {
  const id = randomUUID();
  const { secret, sealed } = sealSecret(id);
  await rows(
    dataSource,
    `insert into webhook_endpoints (id, user_id, url, events, secret_sealed) values ($1, $2, $3, $4, $5)`,
    [id, userId, url, events, sealed],
  );
  return { id, userId, secret };
}

const LOW: WebhookContent = { type: 'credits.low', data: { available_credits: 1, threshold_credits: 17.5 } };

/** What an attempt says, if the library that receivers use takes it and it is what the contract says. */
export const verifyAttempt = (secret: string, { body, headers }: ReceivedAttempt): WebhookBody =>
  webhookBodySchema.parse(new Webhook(secret).verify(body, headers as Record<string, string>));

/** Something happened, for each endpoint of the person that wants it. */
export const record = (dataSource: DataSource, userId: string, content: WebhookContent = LOW): Promise<void> =>
  inTransaction(dataSource, (tx) => recordWebhookEvent(tx, userId, content));

export interface DeliveryRow {
  id: string;
  eventId: string;
  status: string;
  attempts: number;
  lastStatus: number | null;
  lastFailure: string | null;
  /** Until the next attempt; null when there is none. */
  retrySeconds: number | null;
}

/** Deliveries of an endpoint, the oldest first. */
export const deliveriesOf = (dataSource: DataSource, endpointId: string): Promise<DeliveryRow[]> =>
  rows(
    dataSource,
    `select id, event_id as "eventId", status, attempts, last_status as "lastStatus", last_failure as "lastFailure",
            round(extract(epoch from next_attempt_at - last_attempt_at))::int as "retrySeconds"
       from webhook_deliveries where endpoint_id = $1 order by created_at, id`,
    [endpointId],
  );

/** As after five failing days. */
export const disable = (dataSource: DataSource, endpointId: string): Promise<unknown> =>
  disableEndpoint(dataSource.manager, endpointId);

/** As its owner does. */
export const deleteEndpoint = (dataSource: DataSource, { id, userId }: TestEndpoint): Promise<void> =>
  new WebhookEndpoints(dataSource, new WebhookSecrets(config()), config()).delete(userId, id);

/** Lets the time of the next attempts come. */
export const makeDue = (dataSource: DataSource, endpointId?: string): Promise<unknown> =>
  rows(
    dataSource,
    `update webhook_deliveries set next_attempt_at = now() where status = 'pending' and ($1::uuid is null or endpoint_id = $1)`,
    [endpointId ?? null],
  );

export const endpointRow = (dataSource: DataSource, id: string) =>
  row<{ enabled: boolean; failing: boolean; disabled: boolean; mailDue: boolean }>(
    dataSource,
    `select enabled, failing_since is not null as failing, disabled_at is not null as disabled, mail_due as "mailDue"
       from webhook_endpoints where id = $1`,
    [id],
  );
