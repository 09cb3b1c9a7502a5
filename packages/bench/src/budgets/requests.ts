import type { Bench } from '../context.js';
import type { HttpRequest } from '../measure/http-load.js';
import { requestCost, type RequestCost } from '../measure/request-cost.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import { pairedRatio, spread } from '../measure/statistics.js';
import { startApi, type Api } from '../product/services.js';
import { openSessions, signToken } from '../product/tokens.js';
import { startYardstick, yardstickSettings } from '../product/yardstick.js';
import { atLeast, type Finding } from '../report/verdict.js';
import { VISITORS } from '../seed/people.js';

const REQUESTS = 800;
const CONNECTIONS = 32;
const PEOPLE = 1_000;

interface Target {
  name: string;
  server: Api;
  /** The request of the person with this number. */
  request: (person: number) => HttpRequest;
}

const both = ({ node, database }: RequestCost): number => node + database;

async function targets({ services }: Bench): Promise<{ all: Target[]; stop: () => Promise<void> }> {
  const people = VISITORS.slice(0, PEOPLE).map(({ userId }) => userId);
  const tokens = await openSessions(services.database, services.appSecret, people);
  const api = await startApi(services);
  const settings = await yardstickSettings(services, api, tokens[0] ?? '');
  const bare = await startYardstick('bare', settings);
  const conventional = await startYardstick('conventional', settings);
  // The conventional stack takes its secret as text, so its tokens are signed with that text.
  const others = people.map((userId) => signToken(Buffer.from(settings.tokenKey), userId, userId));
  const as = (list: readonly string[], path: string) => (person: number) => ({
    path,
    headers: { authorization: `Bearer ${list[person % PEOPLE] ?? ''}` },
  });
  const page = 'page=1&limit=12';
  return {
    all: [
      { name: 'api static', server: api, request: () => ({ path: '/api/images/sizes' }) },
      { name: 'bare static', server: bare, request: () => ({ path: '/static' }) },
      { name: 'api user', server: api, request: as(tokens, '/api/auth/verify') },
      { name: 'bare token', server: bare, request: as(tokens, '/token') },
      { name: 'api gallery', server: api, request: as(tokens, `/api/images?${page}`) },
      { name: 'bare rows', server: bare, request: as(tokens, `/rows?${page}`) },
      { name: 'bare json', server: bare, request: as(tokens, `/json?${page}`) },
      { name: 'conventional gallery', server: conventional, request: as(others, `/images?${page}`) },
    ],
    stop: async () => void (await Promise.all([api, bare, conventional].map((server) => server.stop()))),
  };
}

const share = (
  results: Record<string, RequestCost[]>,
  yardstick: string,
  name: string,
  cost: (one: RequestCost) => number,
) => pairedRatio(resultsOf(results, yardstick).map(cost), resultsOf(results, name).map(cost));

function findingsOf(results: Record<string, RequestCost[]>): Finding[] {
  const node = (one: RequestCost): number => one.node;
  const costs = Object.entries(results).flatMap(([name, all]): Finding[] => [
    {
      budget: 'requests',
      what: `${name}: CPU of the HTTP process`,
      unit: 'us',
      measured: spread(all.map(node)),
      goal: null,
    },
    {
      budget: 'requests',
      what: `${name}: CPU of Postgres`,
      unit: 'us',
      measured: spread(all.map((one) => one.database)),
      goal: null,
    },
  ]);
  const ratio = (budget: string, what: string, measured: Finding['measured'], goal: number): Finding => ({
    budget,
    what,
    unit: 'ratio',
    measured,
    goal: atLeast(goal),
  });
  return [
    ratio('1', 'static JSON: bare node:http / api', share(results, 'bare static', 'api static', node), 0.6),
    ratio(
      '2',
      'signed-in request: bare node:http with a signature check / api',
      share(results, 'bare token', 'api user', node),
      1,
    ),
    ratio('3', 'gallery page: bare node:http with rows / api', share(results, 'bare rows', 'api gallery', node), 1.25),
    ratio('3', 'the same, Node and Postgres together', share(results, 'bare rows', 'api gallery', both), 0.9),
    ratio(
      '4',
      'gallery page: bare node:http with the same SQL / api',
      share(results, 'bare json', 'api gallery', node),
      0.75,
    ),
    ratio(
      '5',
      'gallery page: conventional Nest stack / api',
      share(results, 'conventional gallery', 'api gallery', node),
      6,
    ),
    ...costs,
  ];
}

/** What requests cost beside the same work done by node:http and pg alone, and by a conventional Nest application. */
export async function measureRequests(bench: Bench): Promise<Finding[]> {
  const { rounds, say, services } = bench;
  const { all, stop } = await targets(bench);
  try {
    const candidates = all.map(({ name, server, request }) => ({
      name,
      run: () =>
        requestCost(
          { pid: server.pid, postgresPid: services.postgresPid },
          { origin: server.origin, requests: REQUESTS, connections: CONNECTIONS, request },
        ),
    }));
    const results = await inRounds(candidates, {
      rounds,
      warmUps: 2,
      onRound: (round) => say(`  round ${round} of ${rounds}`),
    });
    return findingsOf(results);
  } finally {
    await stop();
  }
}
