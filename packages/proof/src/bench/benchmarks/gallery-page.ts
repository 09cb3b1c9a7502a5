import type { Bench } from '../context.js';
import { requestCost, type RequestCost } from '../measure/http.js';
import { measureInRounds } from '../measure/rounds.js';
import { pairedRatio, spread } from '../measure/statistics.js';
import { startConventional } from '../product/conventional.js';
import { startApi } from '../product/services.js';
import { accessTokenKey, openSessions, signToken } from '../product/tokens.js';
import { atLeast, type Finding } from '../report.js';
import { VISITORS } from '../seed/galleries.js';

const REQUESTS = 800;
const CONNECTIONS = 32;
const USERS = 1_000;
const QUERY = 'page=1&limit=12';

/** CPU of a gallery page, compared with passport, entities and `findAndCount` on the same tables. */
export async function measureGalleryPage({ services, rounds, say }: Bench): Promise<Finding[]> {
  const users = VISITORS.slice(0, USERS).map(({ userId }) => userId);
  const tokens = await openSessions(services.database, services.appSecret, users);
  const secret = (await accessTokenKey(services.appSecret)).toString('base64url');
  // The conventional application takes its secret as text, so its tokens are signed with that text.
  const conventionalTokens = users.map((userId) => signToken(Buffer.from(secret), userId, userId));
  const api = await startApi(services);
  const conventional = await startConventional({ databaseUrl: services.databaseUrl, secret });
  const candidate = (name: string, server: typeof api, path: string, list: readonly string[]) => ({
    name,
    measure: () =>
      requestCost(
        { pid: server.pid, postgresPid: services.postgresPid },
        {
          origin: server.origin,
          requests: REQUESTS,
          connections: CONNECTIONS,
          request: (index) => ({ path, headers: { authorization: `Bearer ${list[index % USERS] ?? ''}` } }),
        },
      ),
  });
  try {
    const resultsOf = await measureInRounds(
      [
        candidate('api', api, `/api/images?${QUERY}`, tokens),
        candidate('conventional', conventional, `/images?${QUERY}`, conventionalTokens),
      ],
      { rounds, warmUps: 2, say },
    );
    const column = (name: string, key: keyof RequestCost): number[] => resultsOf(name).map((one) => one[key]);
    const cost = (name: string, key: 'node' | 'database', label: string): Finding => ({
      what: `${name}: CPU of ${label} per request`,
      unit: 'us',
      measured: spread(column(name, key)),
    });
    return [
      {
        what: 'CPU of the HTTP process, conventional / api',
        unit: 'ratio',
        measured: pairedRatio(column('conventional', 'node'), column('api', 'node')),
        goal: atLeast(3),
      },
      cost('api', 'node', 'the HTTP process'),
      cost('conventional', 'node', 'the HTTP process'),
      cost('api', 'database', 'Postgres'),
      cost('conventional', 'database', 'Postgres'),
    ];
  } finally {
    await Promise.all([api.stop(), conventional.stop()]);
  }
}
