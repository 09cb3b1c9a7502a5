import { randomUUID } from 'node:crypto';
import type { Bench } from '../context.js';
import { openQueue } from '../measure/queue.js';
import { requestCost, type RequestCost } from '../measure/request-cost.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import { median, pairedDifference, pairedRatio, spread } from '../measure/statistics.js';
import { startApi, type Api } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import { startYardstick, yardstickSettings } from '../product/yardstick.js';
import { atMost, type Finding } from '../report/verdict.js';
import { generateRequest, recordGenerate } from './recording.js';
import { emptyLine, giveUnits, pretendQuickEngine, SPENDERS } from './spenders.js';

const REQUESTS = 100;
const PLENTY = 10_000_000;

/** Median milliseconds of putting a job into a queue of Bull, and nothing else. */
async function rawAdd(queue: ReturnType<typeof openQueue>): Promise<RequestCost> {
  const times: number[] = [];
  while (times.length < REQUESTS) {
    const began = performance.now();
    const generationId = randomUUID();
    await queue.add({ generationId }, { jobId: `gen:${generationId}:0`, priority: 10 });
    times.push(performance.now() - began);
  }
  return { node: 0, front: 0, database: 0, p50: median(times) };
}

function findingsOf(results: Record<string, RequestCost[]>): Finding[] {
  const of = (name: string, key: keyof RequestCost): number[] => resultsOf(results, name).map((one) => one[key]);
  const found = (what: string, unit: Finding['unit'], measured: Finding['measured'], goal?: number): Finding => ({
    budget: '8',
    what,
    unit,
    measured,
    goal: goal === undefined ? null : atMost(goal),
  });
  return [
    found(
      'POST generate / bare node:http with the same SQL and Bull, time',
      'ratio',
      pairedRatio(of('api', 'p50'), of('bare', 'p50')),
      1.1,
    ),
    found(
      'POST generate, time beyond adding a job to Bull',
      'ms',
      pairedDifference(of('api', 'p50'), of('bull', 'p50')),
      1,
    ),
    found(
      'POST generate / bare, CPU of the HTTP process',
      'ratio',
      pairedRatio(of('api', 'node'), of('bare', 'node')),
      1,
    ),
    found('POST generate, time', 'ms', spread(of('api', 'p50'))),
    found('bare node:http with the same SQL and Bull, time', 'ms', spread(of('bare', 'p50'))),
    found('adding a job to Bull, time', 'ms', spread(of('bull', 'p50'))),
    found('POST generate, CPU of the HTTP process', 'us', spread(of('api', 'node'))),
    found('POST generate, CPU of Postgres', 'us', spread(of('api', 'database'))),
  ];
}

/** From the request for a picture to its acceptance, one request after the other. */
export async function measureGenerate(bench: Bench): Promise<Finding[]> {
  const { services, rounds, say } = bench;
  const { database } = services;
  await emptyLine(database);
  await pretendQuickEngine(database);
  await giveUnits(database, SPENDERS, PLENTY);
  const recording = await recordGenerate(bench, SPENDERS[0] ?? '');
  const tokens = await openSessions(database, services.appSecret, SPENDERS);
  const api = await startApi(services);
  const settings = await yardstickSettings(services, api, tokens[0] ?? '');
  const bare = await startYardstick('bare', { ...settings, recording });
  const queue = openQueue(services.redisUrl, 'raw');
  const of = (name: string, server: Api, path: string) => ({
    name,
    run: async () => {
      await emptyLine(database);
      const request = (index: number) => ({ ...generateRequest(tokens[index % tokens.length] ?? ''), path });
      const load = { origin: server.origin, requests: REQUESTS, connections: 1, status: 202, request };
      return requestCost({ pid: server.pid, postgresPid: services.postgresPid }, load);
    },
  });
  try {
    const results = await inRounds(
      [
        of('api', api, '/api/images/generate'),
        of('bare', bare, '/generate'),
        { name: 'bull', run: () => rawAdd(queue) },
      ],
      { rounds, warmUps: 2, onRound: (round) => say(`  round ${round} of ${rounds}`) },
    );
    return findingsOf(results);
  } finally {
    await queue.close();
    await Promise.all([api.stop(), bare.stop()]);
    await emptyLine(database);
  }
}
