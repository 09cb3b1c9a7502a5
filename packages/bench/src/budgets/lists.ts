import type { Bench } from '../context.js';
import { databaseTime } from '../measure/database-time.js';
import { Connection } from '../measure/http-load.js';
import { spread } from '../measure/statistics.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import { startYardstick, yardstickSettings } from '../product/yardstick.js';
import { atMost, type Finding } from '../report/verdict.js';
import { COLLECTOR, REMOVED_PICTURES, TIDY_COLLECTOR, VISITORS } from '../seed/people.js';
import { OFFSET } from '../yardsticks/statements.js';
import { DEEP, lastPage, LIMIT, measureFirstPage, measurePages, request, type World } from './list-pages.js';
import { tidyShelf } from './tidy-shelf.js';

const WARM_UPS = 7;
const REPEATS = 15;
const MOST_MS = 100;

const FILTERS = [
  'style=anime',
  'style_group=realistic',
  'model=sd3.5-medium',
  'size=1:1',
  'status=completed',
  'status=failed',
  'from=2026-06-01&to=2026-06-30',
  'favorite=true',
  'favorite=false',
  'style_group=anime&size=16:9&favorite=true',
  'sort=prompt&order=asc',
  'sort=prompt&order=desc&page=5000',
  'sort=style&order=asc',
  'sort=style&order=desc&page=5000',
  'sort=prompt&style=cinematic',
  'sort=prompt&q=light',
];

async function open(bench: Bench): Promise<World> {
  const { services } = bench;
  const people = [COLLECTOR, TIDY_COLLECTOR, ...VISITORS.slice(0, 1)].map(({ userId }) => userId);
  const [collector = '', tidy = '', ordinary = ''] = await openSessions(services.database, services.appSecret, people);
  const api = await startApi(services);
  await tidyShelf(bench, api.origin, tidy);
  const bare = await startYardstick('bare', await yardstickSettings(services, api, collector));
  return { bench, api, bare, tokens: { collector, tidy, ordinary } };
}

/** Throws when a page does not hold exactly what counting off from the beginning gives. */
async function comparePages({ bench, api, tokens }: World): Promise<void> {
  const connection = await Connection.open(api.origin);
  const shelves = [
    { userId: COLLECTOR.userId, token: tokens.collector, pictures: COLLECTOR.pictures },
    { userId: TIDY_COLLECTOR.userId, token: tokens.tidy, pictures: TIDY_COLLECTOR.pictures - REMOVED_PICTURES },
  ];
  for (const { userId, token, pictures } of shelves) {
    for (const page of [1, 2, 417, DEEP, lastPage(pictures)]) {
      const { body } = await connection.ask(request(`/api/images?page=${page}&limit=${LIMIT}`, token));
      const { data } = JSON.parse(body.toString()) as { data: { data: { id: string }[]; total: number } };
      const { rows } = await bench.services.database.query<{ id: string }>(OFFSET, [userId, LIMIT, (page - 1) * LIMIT]);
      const [shown, right] = [data.data, rows].map((list) => list.map(({ id }) => id).join());
      if (shown !== right || data.total !== pictures) throw new Error(`Page ${page} is not what counting off gives`);
    }
  }
  connection.close();
}

async function measureFilters({ bench, api, tokens }: World): Promise<Finding[]> {
  const connection = await Connection.open(api.origin);
  const findings: Finding[] = [];
  for (const query of FILTERS) {
    const ask = async () => {
      const { status, body } = await connection.ask(request(`/api/images?${query}`, tokens.collector));
      if (status !== 200) throw new Error(`${query} was answered with ${status}: ${body.toString()}`);
    };
    for (let run = 0; run < WARM_UPS; run += 1) await ask();
    const times: number[] = [];
    while (times.length < REPEATS) times.push(await databaseTime(bench.services.database, ask));
    const measured = spread(times);
    bench.say(`  ${query}: ${measured.median.toFixed(1)} ms`);
    findings.push({ budget: 'filters', what: query, unit: 'ms', measured, goal: atMost(MOST_MS) });
  }
  connection.close();
  return findings;
}

/** Pages, filters and sorts of somebody with 100,000 pictures. */
export async function measureLists(bench: Bench): Promise<Finding[]> {
  const world = await open(bench);
  try {
    await comparePages(world);
    return [...(await measurePages(world)), await measureFirstPage(world), ...(await measureFilters(world))];
  } finally {
    await Promise.all([world.api.stop(), world.bare.stop()]);
  }
}
