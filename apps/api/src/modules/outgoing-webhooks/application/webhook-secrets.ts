import { Inject, Injectable } from '@nestjs/common';
import { randomBytes, type KeyObject } from 'node:crypto';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { derivedKey } from '../../../platform/config/keys.js';
import { seal, unseal } from '../../../platform/sealed-text.js';

const SECRET_BYTES = 32;

/** Signing secrets of endpoints. Stored sealed, each bound to its endpoint. */
@Injectable()
export class WebhookSecrets {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) config: Config) {
    this.key = derivedKey(config, 'webhook-secret');
  }

  /** As Standard Webhooks writes them. */
  create(endpointId: string): { secret: string; sealed: Buffer } {
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { secret, sealed: seal(secret, this.key, endpointId) };
  }

  /** Null when the installation's secret has changed since. */
  open(sealed: Buffer, endpointId: string): string | null {
    return unseal(sealed, this.key, endpointId);
  }
}
