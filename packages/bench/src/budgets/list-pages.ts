import type { Bench } from '../context.js';
import { load, type HttpRequest } from '../measure/http-load.js';
import { requestCost, type RequestCost } from '../measure/request-cost.js';
import { inRounds, resultsOf, type Candidate } from '../measure/rounds.js';
import { pairedRatio, spread } from '../measure/statistics.js';
import type { Api } from '../product/services.js';
import { atMost, type Finding } from '../report/verdict.js';
import { COLLECTOR, REMOVED_PICTURES, TIDY_COLLECTOR } from '../seed/people.js';

export const LIMIT = 12;
export const DEEP = 5_000;
const PAGES = { requests: 200, connections: 4 };
const OFFSETS = { requests: 1, connections: 1 };
const ORDINARY = { requests: 500, connections: 16 };

/** What lists are measured on. */
export interface World {
  bench: Bench;
  api: Api;
  bare: Api;
  /** Of the collector, the tidy one, and somebody with a hundred pictures. */
  tokens: { collector: string; tidy: string; ordinary: string };
}

export const lastPage = (pictures: number): number => Math.ceil(pictures / LIMIT);
export const request = (path: string, token: string): HttpRequest => ({
  path,
  headers: { authorization: `Bearer ${token}` },
});

const time = ({ p50 }: RequestCost): number => p50;
const cpu = ({ node, database }: RequestCost): number => node + database;
const LEFT = TIDY_COLLECTOR.pictures - REMOVED_PICTURES;

function pageCandidates({ bench, api, tokens }: World): Candidate<RequestCost>[] {
  const { collector, tidy } = tokens;
  const of = (name: string, page: number, token: string): Candidate<RequestCost> => ({
    name,
    run: () =>
      requestCost(
        { pid: api.pid, postgresPid: bench.services.postgresPid },
        { origin: api.origin, ...PAGES, request: () => request(`/api/images?page=${page}&limit=${LIMIT}`, token) },
      ),
  });
  return [
    of('whole 1', 1, collector),
    of('whole deep', DEEP, collector),
    of('whole last', lastPage(COLLECTOR.pictures), collector),
    of('tidy 1', 1, tidy),
    of('tidy deep', DEEP, tidy),
    of('tidy last', lastPage(LEFT), tidy),
  ];
}

/** OFFSET and COUNT with node:http and pg alone: how much deeper pages cost where they are counted off. */
async function measureOffsets({ bench, bare, tokens }: World): Promise<Finding> {
  const of = (name: string, page: number): Candidate<number> => ({
    name,
    run: () =>
      load({
        origin: bare.origin,
        ...OFFSETS,
        request: () => request(`/offset-and-count?page=${page}`, tokens.collector),
      }),
  });
  const results = await inRounds([of('first', 1), of('deep', DEEP)], { rounds: bench.rounds, warmUps: 1 });
  return {
    budget: '6',
    what: `yardstick OFFSET and COUNT: page ${DEEP} / page 1, time of a request`,
    unit: 'ratio',
    measured: pairedRatio(resultsOf(results, 'deep'), resultsOf(results, 'first')),
    goal: null,
  };
}

/** Deep pages beside the first one, of a whole shelf and of one from which pictures were removed. */
export async function measurePages(world: World): Promise<Finding[]> {
  const { rounds, say } = world.bench;
  const results = await inRounds(pageCandidates(world), {
    rounds,
    warmUps: 2,
    onRound: (round) => say(`  pages: round ${round} of ${rounds}`),
  });
  const ratio = (name: string, first: string, cost: (one: RequestCost) => number) =>
    pairedRatio(resultsOf(results, name).map(cost), resultsOf(results, first).map(cost));
  const found = (what: string, measured: Finding['measured'], goal: Finding['goal']): Finding => ({
    budget: '6',
    what,
    unit: 'ratio',
    measured,
    goal,
  });
  const goal = atMost(1.25);
  const removed = `after ${REMOVED_PICTURES} removals`;
  return [
    found(`page ${DEEP} / page 1, time of a request`, ratio('whole deep', 'whole 1', time), goal),
    found('last page / page 1, time of a request', ratio('whole last', 'whole 1', time), goal),
    found(`page ${DEEP} / page 1 ${removed}, time of a request`, ratio('tidy deep', 'tidy 1', time), goal),
    found(`last page / page 1 ${removed}, time of a request`, ratio('tidy last', 'tidy 1', time), goal),
    found(`page ${DEEP} / page 1, CPU of api and Postgres`, ratio('whole deep', 'whole 1', cpu), null),
    found(`page 1 ${removed} / page 1, CPU of api and Postgres`, ratio('tidy 1', 'whole 1', cpu), null),
    found(`page ${DEEP} / page 1 ${removed}, CPU of api and Postgres`, ratio('tidy deep', 'tidy 1', cpu), null),
    found(`last page / page 1 ${removed}, CPU of api and Postgres`, ratio('tidy last', 'tidy 1', cpu), null),
    {
      budget: '6',
      what: 'page 1, time of a request',
      unit: 'ms',
      measured: spread(resultsOf(results, 'whole 1').map(time)),
      goal: null,
    },
    await measureOffsets(world),
  ];
}

/** The first page of somebody ordinary, exact total included, against OFFSET paging without a total, in the database. */
export async function measureFirstPage({ bench, bare, tokens }: World): Promise<Finding> {
  const { rounds, services, say } = bench;
  const of = (name: string, path: string) => ({
    name,
    run: () =>
      requestCost(
        { pid: bare.pid, postgresPid: services.postgresPid },
        { origin: bare.origin, ...ORDINARY, request: () => request(`${path}?page=1`, tokens.ordinary) },
      ),
  });
  const results = await inRounds([of('own', '/json'), of('offset', '/offset')], {
    rounds,
    warmUps: 2,
    onRound: (round) => say(`  first page: round ${round} of ${rounds}`),
  });
  const database = (one: RequestCost): number => one.database;
  return {
    budget: '6',
    what: 'first page of 100 pictures with its total / OFFSET paging without, CPU of Postgres',
    unit: 'ratio',
    measured: pairedRatio(resultsOf(results, 'own').map(database), resultsOf(results, 'offset').map(database)),
    goal: atMost(1.4),
  };
}
