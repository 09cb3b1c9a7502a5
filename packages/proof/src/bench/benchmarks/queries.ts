import type { Bench } from '../context.js';
import { databaseTime } from '../measure/database-time.js';
import { read } from '../measure/http.js';
import { spread } from '../measure/statistics.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import { atMost, type Finding } from '../report.js';
import { COLLECTOR } from '../seed/galleries.js';
import { SEARCH_CASES } from '../seed/prompts.js';

const WARM_UPS = 7;
const REPEATS = 15;
const GOAL_MS = 100;

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

/** CPU of Postgres for each filter and search of a user with 100,000 images. */
export async function measureQueries({ services, library, say }: Bench): Promise<Finding[]> {
  const api = await startApi(services);
  const [token = ''] = await openSessions(services.database, services.appSecret, [COLLECTOR.userId]);
  const headers = { authorization: `Bearer ${token}` };
  const countHits = async (query: string): Promise<number> =>
    (await read<{ total: number }>(api.origin, { path: `/api/images?${query}`, headers })).total;
  const measureQuery = async (what: string, query: string): Promise<Finding> => {
    for (let run = 0; run < WARM_UPS; run += 1) await countHits(query);
    const times: number[] = [];
    while (times.length < REPEATS) times.push(await databaseTime(services, () => countHits(query)));
    const measured = spread(times);
    say(`  ${what}: ${measured.median.toFixed(1)} ms`);
    return { what, unit: 'ms', measured, goal: atMost(GOAL_MS) };
  };
  try {
    const findings: Finding[] = [];
    for (const filter of FILTERS) findings.push(await measureQuery(filter, filter));
    for (const { q, what } of SEARCH_CASES) {
      const query = `q=${encodeURIComponent(q)}`;
      const [total, expected] = [await countHits(query), library.hits[q] ?? 0];
      if (total !== expected) throw new Error(`"${q}" found ${total} images instead of ${expected}`);
      findings.push(await measureQuery(`${q} (${what}; ${total.toLocaleString('en')} hits)`, query));
    }
    return findings;
  } finally {
    await api.stop();
  }
}
