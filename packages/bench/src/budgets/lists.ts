import type { Bench } from '../context.js';
import { Connection } from '../measure/http-load.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import { startYardstick, yardstickSettings } from '../product/yardstick.js';
import type { Finding } from '../report/verdict.js';
import { COLLECTOR, REMOVED_PICTURES, TIDY_COLLECTOR, VISITORS } from '../seed/people.js';
import { OFFSET } from '../yardsticks/statements.js';
import { DEEP, lastPage, LIMIT, measureFirstPage, measurePages, request, type World } from './list-pages.js';
import { tidyShelf } from './tidy-shelf.js';

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

/** Pages of somebody with 100,000 pictures. */
export async function measureLists(bench: Bench): Promise<Finding[]> {
  const world = await open(bench);
  try {
    await comparePages(world);
    return [...(await measurePages(world)), await measureFirstPage(world)];
  } finally {
    await Promise.all([world.api.stop(), world.bare.stop()]);
  }
}
