import type { Locale } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { ownAddress } from '../../domain/return-address.js';
import type { ReturnAddresses } from '../../providers/payment-provider.port.js';

const PROFILE = { en: '/profile', zh: '/zh/profile' } as const satisfies Record<Locale, string>;

/** For providers that ask for consent to a change. */
@Injectable()
export class ChangeReturns {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** The profile by default. Throws `URL_NOT_ALLOWED`. */
  of(wish: { success_url?: string | undefined; cancel_url?: string | undefined }, locale: Locale): ReturnAddresses {
    const { publicOrigin } = this.config;
    return {
      successUrl: ownAddress(wish.success_url ?? PROFILE[locale], publicOrigin),
      cancelUrl: ownAddress(wish.cancel_url ?? PROFILE[locale], publicOrigin),
      locale,
    };
  }
}
