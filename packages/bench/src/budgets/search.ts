import type { Bench } from '../context.js';
import { databaseTime } from '../measure/database-time.js';
import { Connection } from '../measure/http-load.js';
import { spread } from '../measure/statistics.js';
import { openSessions } from '../product/tokens.js';
import { startApi } from '../product/services.js';
import { atMost, type Finding } from '../report/verdict.js';
import { COLLECTOR } from '../seed/people.js';
import { SEARCH_CASES } from '../seed/prompts.js';

const WARM_UPS = 7;
const REPEATS = 15;
const MOST_MS = 100;

/**
 * Searches as the api runs them, in the history of somebody with a tenth of a million pictures. Throws when a search does
 * not find exactly what was put there.
 */
export async function measureSearch({ services, library, say }: Bench): Promise<Finding[]> {
  const api = await startApi(services);
  const connection = await Connection.open(api.origin);
  const [token = ''] = await openSessions(services.database, services.appSecret, [COLLECTOR.userId]);
  const findings: Finding[] = [];
  try {
    for (const { q, what } of SEARCH_CASES) {
      const path = `/api/images?q=${encodeURIComponent(q)}`;
      const ask = () => connection.ask({ path, headers: { authorization: `Bearer ${token}` } });
      const { total } = (JSON.parse((await ask()).body.toString()) as { data: { total: number } }).data;
      const expected = library.found[q] ?? 0;
      if (total !== expected) throw new Error(`"${q}" found ${total} pictures instead of ${expected}`);
      for (let run = 1; run < WARM_UPS; run += 1) await ask();
      const times: number[] = [];
      while (times.length < REPEATS) times.push(await databaseTime(services.database, ask));
      const measured = spread(times);
      say(`  ${q}: ${measured.median.toFixed(1)} ms for ${total} found`);
      const hits = `${total.toLocaleString('en')} of ${COLLECTOR.pictures.toLocaleString('en')}`;
      findings.push({ budget: 'search', what: `${q} (${what}; ${hits})`, unit: 'ms', measured, goal: atMost(MOST_MS) });
    }
  } finally {
    connection.close();
    await api.stop();
  }
  return findings;
}
