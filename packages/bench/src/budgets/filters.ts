import type { Bench } from '../context.js';
import { Connection } from '../measure/http-load.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import type { Finding } from '../report/verdict.js';
import { COLLECTOR } from '../seed/people.js';
import { timeInDatabase } from './database-findings.js';

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

/** Filters and sorts of somebody with 100,000 pictures. */
export async function measureFilters(bench: Bench): Promise<Finding[]> {
  const { services } = bench;
  const api = await startApi(services);
  const connection = await Connection.open(api.origin);
  const [token = ''] = await openSessions(services.database, services.appSecret, [COLLECTOR.userId]);
  const findings: Finding[] = [];
  try {
    for (const query of FILTERS) {
      const ask = async () => {
        const headers = { authorization: `Bearer ${token}` };
        const { status, body } = await connection.ask({ path: `/api/images?${query}`, headers });
        if (status !== 200) throw new Error(`${query} was answered with ${status}: ${body.toString()}`);
      };
      findings.push(...(await timeInDatabase(bench, { budget: 'filters', what: query }, ask)));
    }
  } finally {
    connection.close();
    await api.stop();
  }
  return findings;
}
