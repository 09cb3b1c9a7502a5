import type { Bench } from '../context.js';
import { Connection } from '../measure/http-load.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import type { Finding } from '../report/verdict.js';
import { COLLECTOR } from '../seed/people.js';
import { SEARCH_CASES } from '../seed/prompts.js';
import { timeInDatabase } from './database-findings.js';

/**
 * Searches as the api runs them, in the history of somebody with a tenth of a million pictures. Throws when a search does
 * not find exactly what was put there.
 */
export async function measureSearch(bench: Bench): Promise<Finding[]> {
  const { services, library } = bench;
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
      const hits = `${total.toLocaleString('en')} of ${COLLECTOR.pictures.toLocaleString('en')}`;
      findings.push(...(await timeInDatabase(bench, { budget: 'search', what: `${q} (${what}; ${hits})` }, ask)));
    }
  } finally {
    connection.close();
    await api.stop();
  }
  return findings;
}
