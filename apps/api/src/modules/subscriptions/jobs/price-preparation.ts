import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { PaymentProviders } from '../providers/payment-providers.js';

/** For sandboxes only: operators create real prices by a command. */
@Injectable()
export class PricePreparation implements OnApplicationBootstrap {
  private readonly logger = new Logger(PricePreparation.name);

  constructor(
    private readonly providers: PaymentProviders,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.mode !== 'local') return;
    for (const provider of this.providers.all) {
      if (!this.config.payments[provider.id]?.isSandbox) continue;
      await provider
        .preparePrices()
        .catch((error: unknown) => this.logger.warn(`No prices at ${provider.id}: ${String(error)}`));
    }
  }
}
