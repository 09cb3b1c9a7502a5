import type { OAuthProvider } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { derivedKey } from '../../../platform/config/keys.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { unseal } from '../../../platform/sealed-text.js';
import { LoginStates } from '../persistence/login-states.js';

/** A login can be used once, even if what follows fails. */
@Injectable()
export class ClaimLogin {
  constructor(
    private readonly states: LoginStates,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Without `state`, the cookies must name exactly one living login. Else throws `OAUTH_STATE_INVALID`. */
  async run(
    provider: OAuthProvider,
    state: string | undefined,
    browserSecrets: string[],
  ): Promise<{ verifier: string; redirectPath: string }> {
    const stateHash = state === undefined ? await this.onlyLiving(provider, browserSecrets) : secretHash(state);
    const login = stateHash && (await this.states.take(stateHash));
    const secret = login && browserSecrets.find((candidate) => secretHash(candidate).equals(login.browserHash));
    if (!login || !secret || login.provider !== provider) throw new AppError('OAUTH_STATE_INVALID');
    const verifier = unseal(login.verifierSealed, derivedKey(this.config, 'oauth-state'), secret);
    if (verifier === null) throw new AppError('OAUTH_STATE_INVALID');
    return { verifier, redirectPath: login.redirectPath };
  }

  private async onlyLiving(provider: OAuthProvider, browserSecrets: string[]): Promise<Buffer | null> {
    if (browserSecrets.length === 0) return null;
    const living = await this.states.living(browserSecrets.map(secretHash), provider);
    return living.length === 1 ? (living[0] ?? null) : null;
  }
}
