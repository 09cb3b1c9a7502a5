import { webhookCalls } from '@app/contracts';
import { Controller, Headers } from '@nestjs/common';
import { Endpoint, RawBody } from '../../../platform/http/endpoint.js';
import { ReceiveWebhook } from '../application/sync/receive-webhook.js';

/** Larger than any event of a provider. */
const BODY_LIMIT = 256 * 1024;

/** Authenticated by the signature of the raw bytes. */
@Controller()
export class WebhooksController {
  constructor(private readonly webhooks: ReceiveWebhook) {}

  @Endpoint(webhookCalls.stripe, { rawBodyLimit: BODY_LIMIT })
  stripe(@RawBody() body: Buffer, @Headers() headers: Record<string, string>): Promise<void> {
    return this.webhooks.run('stripe', body, headers);
  }

  @Endpoint(webhookCalls.paypal, { rawBodyLimit: BODY_LIMIT })
  paypal(@RawBody() body: Buffer, @Headers() headers: Record<string, string>): Promise<void> {
    return this.webhooks.run('paypal', body, headers);
  }
}
