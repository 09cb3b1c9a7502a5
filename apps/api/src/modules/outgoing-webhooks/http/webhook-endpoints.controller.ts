import {
  webhookEndpointCalls as calls,
  type CallInput,
  type NewWebhookEndpoint,
  type Paged,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { WebhookDeliveries } from '../application/webhook-deliveries.js';
import { WebhookEndpoints } from '../application/webhook-endpoints.js';

/** Each call makes us send something somewhere. */
const SENDING = { name: 'webhook-sending', by: 'person', allowed: { calls: 60, seconds: 60 } } as const;

@RequiresFeature('publicApi')
@Controller()
export class WebhookEndpointsController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveryLog: WebhookDeliveries,
  ) {}

  @Endpoint(calls.list)
  list(@CurrentUser() { userId }: Principal): Promise<WebhookEndpoint[]> {
    return this.endpoints.list(userId);
  }

  @Endpoint(calls.create)
  create(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof calls.create>,
  ): Promise<NewWebhookEndpoint> {
    return this.endpoints.create(userId, body);
  }

  @Endpoint(calls.update)
  update(
    @CurrentUser() { userId }: Principal,
    @Input() { params, body }: CallInput<typeof calls.update>,
  ): Promise<WebhookEndpoint> {
    return this.endpoints.update(userId, params.id, body);
  }

  @Endpoint(calls.delete)
  delete(@CurrentUser() { userId }: Principal, @Input() { params }: CallInput<typeof calls.delete>): Promise<void> {
    return this.endpoints.delete(userId, params.id);
  }

  @Endpoint(calls.rotateSecret)
  rotateSecret(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof calls.rotateSecret>,
  ): Promise<NewWebhookEndpoint> {
    return this.endpoints.rotateSecret(userId, params.id);
  }

  @Endpoint(calls.test, { limit: SENDING })
  test(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof calls.test>,
  ): Promise<WebhookDelivery> {
    return this.deliveryLog.test(userId, params.id);
  }

  @Endpoint(calls.deliveries)
  deliveries(
    @CurrentUser() { userId }: Principal,
    @Input() { params, query }: CallInput<typeof calls.deliveries>,
  ): Promise<Paged<WebhookDelivery>> {
    return this.deliveryLog.list(userId, params.id, query);
  }

  @Endpoint(calls.replay, { limit: SENDING })
  replay(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof calls.replay>,
  ): Promise<WebhookDelivery> {
    return this.deliveryLog.replay(userId, params.id, params.delivery_id);
  }
}
