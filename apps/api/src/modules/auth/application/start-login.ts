import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { derivedKey } from '../../../platform/config/keys.js';
import { newState } from '../domain/login-cookie.js';
import { redirectPath } from '../domain/redirect-path.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { seal } from '../../../platform/sealed-text.js';
import { randomSecret } from '../domain/secrets.js';
import { LoginStates } from '../persistence/login-states.js';
import { OAuthProviders } from '../providers/oauth-providers.js';

export interface StartedLogin {
  authUrl: string;
  state: string;
  browserSecret: string;
}

@Injectable()
export class StartLogin {
  constructor(
    private readonly providers: OAuthProviders,
    private readonly states: LoginStates,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(providerName: string, redirect: string | undefined): Promise<StartedLogin> {
    const provider = this.providers.get(providerName);
    const state = newState(provider.id);
    const browserSecret = randomSecret();
    const { url, verifier } = await provider.authorize(state);
    await this.states.add(secretHash(state), {
      provider: provider.id,
      browserHash: secretHash(browserSecret),
      verifierSealed: seal(verifier, derivedKey(this.config, 'oauth-state'), browserSecret),
      redirectPath: redirectPath(redirect, this.config.publicOrigin),
    });
    return { authUrl: url, state, browserSecret };
  }
}
