import { randomBytes } from 'node:crypto';
import { HTTP_CHAOS_MODES } from '../kit/chaos.js';
import type { Kit, Provider } from '../kit/provider.js';
import { ClientRegistry, clientSlice } from '../oauth/client-registry.js';
import { renderAccounts } from '../oauth/accounts-section.js';
import { Grants, grantSlice, randomText } from '../oauth/grants.js';
import { GithubDirectory, githubAccountSlice } from './accounts.js';
import { apiError } from './answers.js';
import { githubControl, githubRoutes } from './routes.js';

export interface GithubProvider extends Provider {
  registry: ClientRegistry;
}

export function createGithub(kit: Kit): GithubProvider {
  const registry = new ClientRegistry(
    kit.slice(
      clientSlice('github', () => ({
        clientId: `Ov23li${randomText(10).replace(/[^A-Za-z0-9]/g, 'x')}`,
        clientSecret: randomBytes(20).toString('hex'),
        name: 'Sandbox application',
        redirectUris: [],
      })),
    ),
  );
  const directory = new GithubDirectory(kit.slice(githubAccountSlice));
  const grants = new Grants(kit.slice(grantSlice('github')), kit.clock, {
    makeCode: () => randomBytes(10).toString('hex'),
    makeToken: () => `gho_${randomText(27)}`,
    tokenLifetimeMs: undefined,
    redirectUriOptional: true,
  });

  return {
    id: 'github',
    title: 'GitHub',
    registry,
    routes: githubRoutes({ kit, registry, directory, grants }),
    control: githubControl(directory),
    chaosModes: HTTP_CHAOS_MODES,
    notFound: (c) => apiError(c, 404, 'Not Found'),
    failure: (c) => apiError(c, 503, 'Service unavailable'),
    renderAdminSection: (language) =>
      renderAccounts(language, {
        provider: 'GitHub',
        accounts: directory.list().map(({ id, login, name, emails, emailList }) => ({
          id: String(id),
          name: name ? `${name} (@${login})` : `@${login}`,
          addresses: emailList === 'given' ? emails : [],
        })),
        grants,
      }),
    reset: () => {
      directory.reset();
      grants.reset();
    },
  };
}
