import { HTTP_CHAOS_MODES } from '../kit/chaos.js';
import type { Kit, Provider } from '../kit/provider.js';
import { ClientRegistry, clientSlice } from '../oauth/client-registry.js';
import { renderAccounts } from '../oauth/accounts-section.js';
import { Grants, grantSlice, randomDigits, randomText } from '../oauth/grants.js';
import { GoogleDirectory, googleAccountSlice } from './accounts.js';
import { apiError } from './answers.js';
import { googleControl, googleRoutes } from './routes.js';

const TOKEN_LIFETIME_MS = 3_599_000;

export interface GoogleProvider extends Provider {
  registry: ClientRegistry;
}

export function createGoogle(kit: Kit): GoogleProvider {
  const registry = new ClientRegistry(
    kit.slice(
      clientSlice('google', () => ({
        clientId: `${randomDigits(12)}-${randomText(16).toLowerCase()}.apps.googleusercontent.com`,
        clientSecret: `GOCSPX-${randomText(21)}`,
        name: 'Sandbox application',
        redirectUris: [],
      })),
    ),
  );
  const directory = new GoogleDirectory(kit.slice(googleAccountSlice));
  const grants = new Grants(kit.slice(grantSlice('google')), kit.clock, {
    makeCode: () => `4/0A${randomText(48)}`,
    makeToken: () => `ya29.${randomText(96)}`,
    tokenLifetimeMs: TOKEN_LIFETIME_MS,
    redirectUriOptional: false,
  });
  return {
    id: 'google',
    title: 'Google',
    registry,
    routes: googleRoutes({ kit, registry, directory, grants }),
    control: googleControl(directory),
    chaosModes: HTTP_CHAOS_MODES,
    notFound: (c) => apiError(c, 404, 'NOT_FOUND', 'Requested entity was not found.'),
    failure: (c) => apiError(c, 503, 'UNAVAILABLE', 'The service is currently unavailable.'),
    renderAdminSection: (language) =>
      renderAccounts(language, {
        provider: 'Google',
        accounts: directory.list().map(({ sub, name, email, emailVerified }) => ({
          id: sub,
          name,
          addresses: [{ email, verified: emailVerified }],
        })),
        grants,
      }),
    reset: () => {
      directory.reset();
      grants.reset();
    },
  };
}
