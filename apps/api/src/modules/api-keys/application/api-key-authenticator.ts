import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import type { Authenticator } from '../../../platform/http/authenticator.port.js';
import type { Principal } from '../../../platform/http/principal.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { isApiKeySecret } from '../domain/api-key-secret.js';
import { RequestCounts } from '../jobs/request-counts.js';
import { ApiKeys } from '../persistence/api-keys.js';

/** Reads the key on every request, so that its end acts on the next one. */
@Injectable()
export class ApiKeyAuthenticator implements Authenticator {
  readonly kind = 'apiKey';

  constructor(
    private readonly keys: ApiKeys,
    private readonly counts: RequestCounts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async authenticate(token: string): Promise<Principal | null> {
    // The checksum spares the database what cannot be a key.
    if (!this.config.features.publicApi || !isApiKeySecret(token)) return null;
    const key = await this.keys.findLiving(secretHash(token));
    if (!key) return null;
    const { id: keyId, userId, plan, scopes } = key;
    this.counts.add(keyId);
    return { userId, plan, source: { kind: 'apiKey', keyId, scopes } };
  }
}
