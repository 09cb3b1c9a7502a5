import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDir } from '../config.js';
import type { Bench } from '../context.js';
import { Connection } from '../measure/http-load.js';
import { requestCost, type RequestCost } from '../measure/request-cost.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import { pairedRatio, spread } from '../measure/statistics.js';
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

/** A thumbnail by its signed address, beside node:http that sends the same bytes to anybody. */
export async function measureFiles({ services, rounds, say }: Bench): Promise<Finding[]> {
  const [token = ''] = await openSessions(
    services.database,
    services.appSecret,
    VISITORS.slice(0, 1).map(({ userId }) => userId),
  );
  const bytes = randomBytes(BYTES);
  const file = join(dataDir(), 'thumbnail.webp');
  await writeFile(file, bytes);
  const api = await startApi(services);
  const address = await storeThumbnail(api, token, services.env['STORAGE_DIR'] ?? '', bytes);
  const bare = await startYardstick('bare', { ...(await yardstickSettings(services, api, token)), file });
  try {
    const of = (name: string, server: Api, path: string) => ({
      name,
      run: () =>
        requestCost(
          { pid: server.pid, postgresPid: services.postgresPid },
          { origin: server.origin, ...LOAD, request: () => ({ path }) },
        ),
    });
    const results = await inRounds(
      [of('api', api, address), of('file', bare, '/file'), of('memory', bare, '/memory')],
      {
        rounds,
        warmUps: 2,
        onRound: (round) => say(`  round ${round} of ${rounds}`),
      },
    );
    return findingsOf(results);
  } finally {
    await Promise.all([api.stop(), bare.stop()]);
  }
}

function findingsOf(results: Record<string, RequestCost[]>): Finding[] {
  const node = (name: string): number[] => resultsOf(results, name).map((one) => one.node);
  const cpu = (what: string, values: number[]): Finding => ({
    budget: '13',
    what,
    unit: 'us',
    measured: spread(values),
    goal: null,
  });
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
      resultsOf(results, 'api').map((one) => one.database),
    ),
    cpu('thumbnail by bare readFile, CPU of the HTTP process', node('file')),
    cpu('thumbnail from memory, CPU of the HTTP process', node('memory')),
  ];
}
