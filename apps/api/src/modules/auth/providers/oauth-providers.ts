import { isOAuthProvider, type OAuthProvider } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { createGithub } from './github.js';
import { createGoogle } from './google.js';
import type { OAuthAdapter } from './oauth-provider.port.js';

/** The page of the web app to which every provider returns. */
const CALLBACK_PATH = '/auth/callback';

function configuredAdapters({ google, github, publicOrigin, oauthTimeoutMs }: Config): OAuthAdapter[] {
  const here = { callbackUrl: publicOrigin + CALLBACK_PATH, timeoutMs: oauthTimeoutMs };
  const stand = github.baseUrl && github.apiUrl ? { baseUrl: github.baseUrl, apiUrl: github.apiUrl } : null;
  return [
    ...(google.client ? [createGoogle({ ...google.client, ...here }, google.baseUrl)] : []),
    ...(github.client ? [createGithub({ ...github.client, ...here }, stand)] : []),
  ];
}

/** The providers that this installation has keys for. */
@Injectable()
export class OAuthProviders {
  private readonly adapters: Map<OAuthProvider, OAuthAdapter>;

  constructor(@Inject(CONFIG) config: Config) {
    this.adapters = new Map(configuredAdapters(config).map((adapter) => [adapter.id, adapter]));
    if (this.adapters.size === 0) {
      new Logger(OAuthProviders.name).warn(
        'No provider is set up (GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID): nobody can sign in',
      );
    }
  }

  /** Throws `NOT_FOUND` for a name that is unknown or not set up here. */
  get(name: string): OAuthAdapter {
    const adapter = isOAuthProvider(name) ? this.adapters.get(name) : undefined;
    if (!adapter) throw notFound();
    return adapter;
  }
}
