import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountExporters } from '../../users/index.js';
import { WebhookEndpoints } from './webhook-endpoints.js';

@Injectable()
export class ExportWebhooks implements OnModuleInit {
  constructor(
    private readonly exporters: AccountExporters,
    private readonly endpoints: WebhookEndpoints,
  ) {}

  onModuleInit(): void {
    this.exporters.register('webhook_endpoints', (userId) => this.read(userId));
  }

  /** One page: an account has few. */
  private async *read(userId: string): AsyncGenerator<object[], void> {
    yield await this.endpoints.list(userId);
  }
}
