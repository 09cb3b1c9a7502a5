import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDir } from '../config.js';
import type { Bench } from '../context.js';
import { Connection } from '../measure/http-load.js';
import { requestCost, type RequestCost } from '../measure/request-cost.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import { pairedRatio, spread } from '../measure/statistics.js';
import { startApiBehindNginx } from '../product/api-behind-nginx.js';
import { builtModule } from '../product/built-api.js';
import { startApi, type Api } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import { startYardstick, yardstickSettings } from '../product/yardstick.js';
import { atLeast, type Finding } from '../report/verdict.js';
import { VISITORS } from '../seed/people.js';

const BYTES = 60_000;
const LOAD = { requests: 800, connections: 16 };

interface DiskStorage {
  LocalDiskStorage: new (dir: string) => {
    put: (key: string, body: Buffer, type: string) => Promise<unknown>;
    size: (key: string) => Promise<number | null>;
  };
}

/** The signed address of a thumbnail whose bytes lie in the api's storage. */
async function storeThumbnail(api: Api, token: string, storageDir: string, bytes: Buffer): Promise<string> {
  const connection = await Connection.open(api.origin);
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await connection.ask({ path: '/api/images?page=1&limit=1', headers });
  connection.close();
  const { data } = JSON.parse(body.toString()) as { data: { data: { thumbnails: { url: string }[] }[] } };
  const address = data.data[0]?.thumbnails[0]?.url ?? '';
  const key = new URL(address, api.origin).pathname.replace('/api/files/', '');
  const { LocalDiskStorage } = await builtModule<DiskStorage>('platform/storage/local-disk.storage.js');
  const storage = new LocalDiskStorage(storageDir);
  if ((await storage.size(key)) === null) await storage.put(key, bytes, 'image/webp');
  return address;
}

/** An answer without the file would be cheap. */
async function expectFile(origin: string, path: string): Promise<void> {
  const connection = await Connection.open(origin);
  const { status, body } = await connection.ask({ path });
  connection.close();
  if (status !== 200 || body.length !== BYTES) throw new Error(`${origin} answered ${status}, ${body.length} bytes`);
}

/** A thumbnail by its signed address, also by way of nginx, beside node:http that sends the same bytes to anybody. */
export async function measureFiles({ services, rounds, say }: Bench): Promise<Finding[]> {
  const [token = ''] = await openSessions(
    services.database,
    services.appSecret,
    VISITORS.slice(0, 1).map(({ userId }) => userId),
  );
  const bytes = randomBytes(BYTES);
  const file = join(dataDir(), 'thumbnail.webp');
  const api = await startApi(services);
  const address = await storeThumbnail(api, token, services.env['STORAGE_DIR'] ?? '', bytes);
  await writeFile(file, bytes);
  const bare = await startYardstick('bare', { ...(await yardstickSettings(services, api, token)), file });
  const behind = await startApiBehindNginx(services, say);
  const { postgresPid } = services;
  const of = (name: string, path: string, server: Pick<Api, 'pid' | 'origin'> & { frontPid?: number }) => ({
    name,
    run: () => requestCost({ ...server, postgresPid }, { origin: server.origin, ...LOAD, request: () => ({ path }) }),
  });
  const candidates = [of('api', address, api), of('file', '/file', bare), of('memory', '/memory', bare)];
  try {
    if (behind) {
      const { origin, nginxPid: frontPid } = behind;
      candidates.push(of('nginx', address, { pid: behind.api.pid, frontPid, origin }));
    }
    for (const { origin } of [api, ...(behind ? [behind] : [])]) await expectFile(origin, address);
    const onRound = (round: number): void => say(`  round ${round} of ${rounds}`);
    const results = await inRounds(candidates, { rounds, warmUps: 2, onRound });
    return [...findingsOf(results), ...(behind ? throughNginx(results) : [])];
  } finally {
    await Promise.all([api.stop(), bare.stop(), behind?.stop()]);
  }
}

type Results = Record<string, RequestCost[]>;

const figures = (results: Results, name: string, figure: (cost: RequestCost) => number): number[] =>
  resultsOf(results, name).map(figure);

const cpu = (what: string, values: number[]): Finding => ({
  budget: '13',
  what,
  unit: 'us',
  measured: spread(values),
  goal: null,
});

function findingsOf(results: Results): Finding[] {
  const node = (name: string): number[] => figures(results, name, (one) => one.node);
  return [
    {
      budget: '13',
      what: 'thumbnail of 60 KB by its signed address: bare readFile / api, CPU of the HTTP process',
      unit: 'ratio',
      measured: pairedRatio(node('file'), node('api')),
      goal: atLeast(0.9),
    },
    cpu('thumbnail by the api, CPU of the HTTP process', node('api')),
    cpu(
      'thumbnail by the api, CPU of Postgres',
      figures(results, 'api', (one) => one.database),
    ),
    cpu('thumbnail by bare readFile, CPU of the HTTP process', node('file')),
    cpu('thumbnail from memory, CPU of the HTTP process', node('memory')),
  ];
}

function throughNginx(results: Results): Finding[] {
  const memory = figures(results, 'memory', (one) => one.node);
  const together = figures(results, 'nginx', (one) => one.node + one.front);
  return [
    {
      budget: '13',
      what: 'the same by way of nginx: node:http from memory / api and nginx together, CPU',
      unit: 'ratio',
      measured: pairedRatio(memory, together),
      goal: atLeast(0.5),
    },
    cpu(
      'thumbnail by way of nginx, CPU of the HTTP process',
      figures(results, 'nginx', (one) => one.node),
    ),
    cpu(
      'thumbnail by way of nginx, CPU of nginx',
      figures(results, 'nginx', (one) => one.front),
    ),
  ];
}
