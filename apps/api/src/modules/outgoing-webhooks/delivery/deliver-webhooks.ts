import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { alerts } from '../../../platform/observability/metrics.js';
import { WebhookSecrets } from '../application/webhook-secrets.js';
import { afterFailure } from '../domain/after-failure.js';
import { webhookAttempts } from '../jobs/metrics.js';
import { WebhookQueue } from '../jobs/webhook-queue.js';
import {
  claimDelivery,
  disableEndpoint,
  failWaiting,
  findWaitingEndpoint,
  finishAttempt,
  lockEndpoint,
  markFailing,
  markWorking,
  releaseAttempt,
  type ClaimedDelivery,
  type Outcome,
} from '../persistence/claim-delivery.js';
import { SendWebhook } from './send-webhook.js';
import { webhookFailure } from './webhook-failure.js';
import { signWebhook, type SignedMessage } from './sign-webhook.js';
import { inBackground } from '../../../platform/process/in-background.js';

type WebhookAnswer = Pick<Outcome, 'httpStatus' | 'failure'>;
const isDelivered = ({ httpStatus }: WebhookAnswer): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;

/** After so long, what is left waits for its next turn. */
const TURN_MS = 1_000;

/** Attempts what is due at an endpoint, one delivery after the other. */
@Injectable()
export class DeliverWebhooks {
  private readonly logger = new Logger(DeliverWebhooks.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: SendWebhook,
    private readonly secrets: WebhookSecrets,
    private readonly queue: WebhookQueue,
  ) {}

  /**
   * Ends when nothing is due, when the endpoint or its owner has as many attempts as they get at once, after a second, and
   * with the first attempt that fails. What is left then is notified anew, behind what others wait for.
   */
  async run(endpointId: string, stop: AbortSignal): Promise<void> {
    const endsAt = performance.now() + TURN_MS;
    let last: ClaimedDelivery | null = null;
    let goesOn = true;
    while (goesOn && !stop.aborted) {
      const delivery = await claimDelivery(this.dataSource, endpointId);
      if (!delivery) break;
      last = delivery;
      goesOn = (await this.attempt(delivery, stop)) && performance.now() < endsAt;
    }
    if (last && !stop.aborted) await this.notifyRest(last);
  }

  private async notifyRest(ended: ClaimedDelivery): Promise<void> {
    const endpointId = await findWaitingEndpoint(this.dataSource, ended.ownerId);
    if (endpointId !== null) inBackground(this.queue.notifyRest(endpointId, ended));
  }

  /** Whether it was delivered. */
  private async attempt(delivery: ClaimedDelivery, stop: AbortSignal): Promise<boolean> {
    const answer = await this.send(delivery, stop);
    if (answer.httpStatus === null && stop.aborted) {
      await releaseAttempt(this.dataSource, delivery);
      return false;
    }
    webhookAttempts.inc({ result: isDelivered(answer) ? 'delivered' : 'failed' });
    if (isDelivered(answer)) await this.succeed(delivery, answer);
    else await this.fail(delivery, answer);
    return isDelivered(answer);
  }

  private async send(delivery: ClaimedDelivery, stop: AbortSignal): Promise<WebhookAnswer> {
    const message = this.sign(delivery);
    if (message === null) return { httpStatus: null, failure: 'secret' };
    try {
      const httpStatus = await this.sender.send({ url: delivery.url, ...message }, stop);
      return { httpStatus, failure: null };
    } catch (error) {
      this.logger.debug(`Delivery ${delivery.id}: ${String(error)}`);
      return { httpStatus: null, failure: webhookFailure(error) };
    }
  }

  /** Null when the endpoint's secret can no longer be read. */
  private sign(delivery: ClaimedDelivery): SignedMessage | null {
    const { endpointId, eventId, type, data, happenedAt, secretSealed, previousSecretSealed } = delivery;
    const current = this.secrets.open(secretSealed, endpointId);
    if (current === null) {
      alerts.inc({ kind: 'webhook_secret' });
      this.logger.warn(`The signing secret of webhook endpoint ${endpointId} cannot be opened`);
      return null;
    }
    const previous = previousSecretSealed && this.secrets.open(previousSecretSealed, endpointId);
    const secrets = previous === null ? [current] : [current, previous];
    return signWebhook(eventId, secrets, new Date(), JSON.stringify({ type, timestamp: happenedAt, data }));
  }

  private succeed(delivery: ClaimedDelivery, answer: WebhookAnswer): Promise<void> {
    return inTransaction(this.dataSource, async (tx) => {
      await lockEndpoint(tx, delivery.endpointId);
      if (!(await finishAttempt(tx, delivery, { ...answer, status: 'delivered', retrySeconds: null }))) return;
      await markWorking(tx, delivery.endpointId);
    });
  }

  private async fail(delivery: ClaimedDelivery, answer: WebhookAnswer): Promise<void> {
    const { id, endpointId, type, attempt } = delivery;
    const retrySeconds = await inTransaction(this.dataSource, async (tx) => {
      const endpoint = await lockEndpoint(tx, endpointId);
      if (!endpoint) return null;
      const { retrySeconds: seconds, isFailure, disables } = afterFailure({ type, attempt, ...endpoint });
      const status = seconds === null ? 'failed' : 'pending';
      if (!(await finishAttempt(tx, delivery, { ...answer, status, retrySeconds: seconds }))) return null;
      if (isFailure) await markFailing(tx, endpointId);
      if (disables) {
        await disableEndpoint(tx, endpointId);
        await failWaiting(tx, endpointId);
      }
      return seconds;
    });
    if (retrySeconds === null) return;
    inBackground(this.queue.notify({ endpointId, deliveryId: id, attempts: attempt, delaySeconds: retrySeconds }));
  }
}
