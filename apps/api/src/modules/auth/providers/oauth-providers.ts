import { isOAuthProvider, OAUTH_PROVIDERS, type OAuthProvider } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { createGithub } from './github.js';
import { createGoogle } from './google.js';
import type { CreateAdapter, OAuthAdapter } from './oauth-provider.port.js';

const CALLBACK_PATH = '/auth/callback';

const PROVIDERS: Record<OAuthProvider, CreateAdapter> = {
  google: createGoogle,
  github: createGithub,
};

function configuredAdapters({ oauth, publicOrigin, oauthTimeoutMs }: Config): OAuthAdapter[] {
  const common = { callbackUrl: publicOrigin + CALLBACK_PATH, timeoutMs: oauthTimeoutMs };
  return OAUTH_PROVIDERS.flatMap((id) => {
    const { client, ...standIn } = oauth[id];
    return client ? [PROVIDERS[id]({ ...client, ...common }, standIn)] : [];
  });
}

@Injectable()
export class OAuthProviders {
  readonly byId: Map<OAuthProvider, OAuthAdapter>;

  constructor(@Inject(CONFIG) config: Config) {
    this.byId = new Map(configuredAdapters(config).map((adapter) => [adapter.id, adapter]));
    if (this.byId.size === 0) {
      new Logger(OAuthProviders.name).warn(
        `No provider is set up (${OAUTH_PROVIDERS.map((id) => `${id.toUpperCase()}_CLIENT_ID`).join(', ')}): nobody can sign in`,
      );
    }
  }

  /** Those that are set up. */
  get ids(): OAuthProvider[] {
    return OAUTH_PROVIDERS.filter((id) => this.byId.has(id));
  }

  /** Throws `NOT_FOUND` and `OAUTH_PROVIDER_NOT_SET_UP`. */
  get(name: string): OAuthAdapter {
    if (!isOAuthProvider(name)) throw notFound();
    const adapter = this.byId.get(name);
    if (!adapter) throw new AppError('OAUTH_PROVIDER_NOT_SET_UP');
    return adapter;
  }
}
