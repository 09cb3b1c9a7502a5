import { isOAuthProvider, OAUTH_PROVIDERS, type OAuthProvider } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { notFound } from '../../../platform/errors/app-error.js';
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
  private readonly adapters: Map<OAuthProvider, OAuthAdapter>;

  constructor(@Inject(CONFIG) config: Config) {
    this.adapters = new Map(configuredAdapters(config).map((adapter) => [adapter.id, adapter]));
    if (this.adapters.size === 0) {
      new Logger(OAuthProviders.name).warn(
        `No provider is set up (${OAUTH_PROVIDERS.map((id) => `${id.toUpperCase()}_CLIENT_ID`).join(', ')}): nobody can sign in`,
      );
    }
  }

  get(name: string): OAuthAdapter {
    const adapter = isOAuthProvider(name) ? this.adapters.get(name) : undefined;
    if (!adapter) throw notFound();
    return adapter;
  }
}
