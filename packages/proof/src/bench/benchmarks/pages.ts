import { REMOVED_AT_ONCE } from '@app/contracts';
import { SeededRandom, shuffle } from '../../random.js';
import type { Bench } from '../context.js';
import { read, requestCost, type HttpRequest } from '../measure/http.js';
import { measureInRounds } from '../measure/rounds.js';
import { pairedRatio, spread } from '../measure/statistics.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import { atMost, type Finding } from '../report.js';
import { COLLECTOR, DELETED_IMAGES, DELETING_COLLECTOR } from '../seed/galleries.js';

const LIMIT = 12;
const DEEP = 5_000;
const LOAD = { requests: 200, connections: 4 };

/** A gallery of 100,000 images, and one from which images were deleted. */
interface Gallery {
  name: string;
  userId: string;
  token: string;
  images: number;
}

const lastPage = ({ images }: Gallery): number => Math.ceil(images / LIMIT);
const pageRequest = (page: number, token: string): HttpRequest => ({
  path: `/api/images?page=${page}&limit=${LIMIT}`,
  headers: { authorization: `Bearer ${token}` },
});

async function deleteImages({ services, say }: Bench, origin: string, token: string): Promise<void> {
  const { rows } = await services.database.query<{ id: string }>(
    'select id from images where user_id = $1 and deleted_at is null order by seq',
    [DELETING_COLLECTOR.userId],
  );
  const missing = DELETED_IMAGES - (DELETING_COLLECTOR.images - rows.length);
  if (missing <= 0) return;
  say(`  deleting ${missing} images`);
  const chosen = shuffle(new SeededRandom(7), rows).slice(0, missing);
  for (let from = 0; from < chosen.length; from += REMOVED_AT_ONCE) {
    await read(origin, {
      method: 'POST',
      path: '/api/images/generations/batch-delete',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ image_ids: chosen.slice(from, from + REMOVED_AT_ONCE).map(({ id }) => id) }),
    });
  }
}

async function comparePages({ services }: Bench, origin: string, galleries: readonly Gallery[]): Promise<void> {
  for (const gallery of galleries) {
    for (const page of [1, 2, 417, DEEP, lastPage(gallery)]) {
      const { data, total } = await read<{ data: { id: string }[]; total: number }>(
        origin,
        pageRequest(page, gallery.token),
      );
      const { rows } = await services.database.query<{ id: string }>(
        'select id from images where user_id = $1 and deleted_at is null order by seq desc limit $2 offset $3',
        [gallery.userId, LIMIT, (page - 1) * LIMIT],
      );
      const [actual, expected] = [data, rows].map((list) => list.map(({ id }) => id).join());
      if (actual !== expected || total !== gallery.images) throw new Error(`page ${page} differs from OFFSET`);
    }
  }
}

/** The time of deep pages beside the first page, before and after deletions. */
export async function measurePages(bench: Bench): Promise<Finding[]> {
  const { services, rounds, say } = bench;
  const users = [COLLECTOR, DELETING_COLLECTOR].map(({ userId }) => userId);
  const [whole = '', deleting = ''] = await openSessions(services.database, services.appSecret, users);
  const galleries = [
    { name: '', token: whole, ...COLLECTOR },
    {
      name: ` after ${DELETED_IMAGES} deletions`,
      token: deleting,
      userId: DELETING_COLLECTOR.userId,
      images: DELETING_COLLECTOR.images - DELETED_IMAGES,
    },
  ] satisfies Gallery[];
  const api = await startApi(services);
  try {
    await deleteImages(bench, api.origin, deleting);
    await comparePages(bench, api.origin, galleries);
    const target = { pid: api.pid, postgresPid: services.postgresPid };
    const candidates = galleries.flatMap((gallery) =>
      Object.entries({ 'page 1': 1, [`page ${DEEP}`]: DEEP, 'last page': lastPage(gallery) }).map(([name, page]) => ({
        name: name + gallery.name,
        measure: () =>
          requestCost(target, { origin: api.origin, ...LOAD, request: () => pageRequest(page, gallery.token) }),
      })),
    );
    const resultsOf = await measureInRounds(candidates, { rounds, warmUps: 2, say });
    const times = (name: string): number[] => resultsOf(name).map(({ p50 }) => p50);
    return [
      ...galleries.flatMap(({ name }) =>
        [`page ${DEEP}`, 'last page'].map((page): Finding => ({
          what: `${page} / page 1${name}, time of a request`,
          unit: 'ratio',
          measured: pairedRatio(times(page + name), times(`page 1${name}`)),
          goal: atMost(1.25),
        })),
      ),
      { what: 'page 1, time of a request', unit: 'ms', measured: spread(times('page 1')) },
    ];
  } finally {
    await api.stop();
  }
}
