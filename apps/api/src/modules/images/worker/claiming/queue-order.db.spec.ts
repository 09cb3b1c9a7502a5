import { DEFAULT_MODEL, type EngineId, type SelectableModel } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { claimGeneration } from '../../../../../test/support/images/claim.js';
import { createUser } from '../../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { moveDeadline, STUDIO_PAINTS } from '../../../../../test/support/images/painting.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { normaliseRequest } from '../../generation/submission/generation-request.js';
import { claimFirst } from './claim-rows.js';
import { waitingGenerations } from './waiting-rows.js';
import { readGeneration } from '../../generation/generation-reads.js';
import { insertGeneration } from '../../generation/submission/submission-rows.js';

const db = useDatabase();
let people: string[] = [];
/** What each generation is called in a test, by its id. */
const names = new Map<string, string>();

beforeEach(async () => {
  people = await Promise.all(Array.from({ length: 6 }, () => createUser(db.dataSource)));
});
afterEach(async () => {
  names.clear();
  await rows(db.dataSource, `update generations set deadline = now() - interval '1 s' where finished_at is null`);
});

interface Asked {
  person: number;
  count?: number;
  priority?: number;
  model?: SelectableModel;
  engine?: EngineId;
}

/** Lets a person ask, as a request does; `a1` is the first of the first person. */
async function ask({
  person,
  count = 1,
  priority = 10,
  model = DEFAULT_MODEL,
  engine = 'studio',
}: Asked): Promise<string> {
  const imageIds = Array.from({ length: count }, () => randomUUID());
  const asked = {
    prompt: 'a fox',
    model,
    style: 'enhance',
    size: '1:1',
    quality: 'standard',
    output_format: 'png',
  } as const;
  await inTransaction(db.dataSource, (tx) =>
    insertGeneration(tx, {
      userId: people[person] ?? '',
      request: normaliseRequest({ ...asked, count }),
      engine,
      idempotencyKey: null,
      bodyHash: null,
      imageIds,
      seeds: imageIds.map((_, i) => i),
      width: 64,
      height: 64,
      priority,
      deadlineSeconds: 240,
    }),
  );
  const [id = ''] = imageIds;
  const letter = String.fromCharCode('a'.charCodeAt(0) + person);
  const earlier = [...names.values()].filter((name) => name.startsWith(letter)).length;
  names.set(id, `${letter}${earlier + 1}`);
  return id;
}

/** Lets so many seconds pass. */
const pass = (seconds: number): Promise<unknown> =>
  rows(
    db.dataSource,
    `update generations set created_at = created_at - $1 * interval '1 s', fair_order_at = fair_order_at - $1 * interval '1 s'`,
    [seconds],
  );

const nameOf = (id: string): string => names.get(id) ?? id;

async function claimNext(map: Readonly<Record<string, EngineId>> = STUDIO_PAINTS): Promise<string | null> {
  const claimed = await claimFirst(db.dataSource, map, 300);
  return claimed === null || claimed === 'lost' ? claimed : nameOf(claimed.id);
}

/** Lets the generation of that name be done. */
async function finish(name: string): Promise<void> {
  const [id] = [...names].find(([, one]) => one === name) ?? [];
  await rows(db.dataSource, `update generations set status = 'completed', finished_at = now() where id = $1`, [id]);
}

async function order(): Promise<string[]> {
  const claimed: string[] = [];
  for (let name = await claimNext(); name !== null; name = await claimNext()) claimed.push(name);
  return claimed;
}

/** Place, and images ahead, as its owner sees them. */
async function place(id: string): Promise<[number, number] | null> {
  const owner = await row<{ user: string }>(db.dataSource, `select user_id as user from generations where id = $1`, [
    id,
  ]);
  const queue = (await readGeneration(db.dataSource, owner?.user ?? '', id))?.generation.queue;
  return queue ? [queue.generations_ahead, queue.images_ahead] : null;
}

describe('the order of the queue', () => {
  test('alternates between users of one plan, however many generations each has', async () => {
    for (let i = 0; i < 4; i += 1) await ask({ person: 0 });
    await ask({ person: 1 });
    await ask({ person: 1 });
    await ask({ person: 2 });
    expect(await order()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('counts images: a generation after one of four images waits for three users with one image', async () => {
    await ask({ person: 0, count: 4 });
    await ask({ person: 0 });
    for (let i = 0; i < 3; i += 1) await ask({ person: 1 });
    expect(await order()).toEqual(['a1', 'b1', 'b2', 'b3', 'a2']);
  });

  test('puts the higher plan first, and alternates within it', async () => {
    await ask({ person: 0 });
    await ask({ person: 1, priority: 1 });
    await ask({ person: 1, priority: 1 });
    await ask({ person: 2, priority: 1 });
    expect(await order()).toEqual(['b1', 'c1', 'b2', 'a1']);
  });

  test('is the same with one worker that finishes each generation before the next', async () => {
    for (let i = 0; i < 3; i += 1) await ask({ person: 0 });
    await ask({ person: 1 });
    const claimed: (string | null)[] = [];
    for (let name = await claimNext(); name !== null; name = await claimNext()) {
      claimed.push(name);
      await finish(name);
      if (claimed.length === 1) await ask({ person: 2 });
    }
    expect(claimed).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  test('counts running generations of a user, but not finished ones', async () => {
    await ask({ person: 0 });
    expect(await claimNext()).toBe('a1');
    await ask({ person: 0 });
    await ask({ person: 1 });
    expect(await claimNext()).toBe('b1');
    await finish('b1');
    await ask({ person: 1 });
    expect(await order()).toEqual(['b2', 'a2']);
  });

  test('is separate for each engine', async () => {
    for (let i = 0; i < 3; i += 1) await ask({ person: 0, model: 'sd3.5-large', engine: 'webui' });
    const mine = await ask({ person: 0 });
    await ask({ person: 1 });
    expect(await place(mine)).toEqual([0, 0]);
    expect(await order()).toEqual(['a4', 'b1']);
    expect(await claimNext({ 'sd3.5-large': 'webui' })).toBe('a1');
  });

  test('leaves out generations that ended, are past the deadline or had their last attempt', async () => {
    const [late, spent] = [await ask({ person: 0 }), await ask({ person: 1 })];
    await moveDeadline(db.dataSource, late, -1);
    await rows(
      db.dataSource,
      `update generations set status = 'processing', attempt = 3, lease_until = now() - interval '1 s' where id = $1`,
      [spent],
    );
    const last = await ask({ person: 0 });
    expect(await place(last)).toEqual([0, 0]);
    expect(await order()).toEqual(['a2']);
  });

  test('brings every generation to the front, however many new users arrive', async () => {
    for (let i = 0; i < 8; i += 1) await ask({ person: 0 });
    const claimed: string[] = [];
    // One worker, ten seconds for each; meanwhile two new people ask.
    for (let round = 0; round < 40; round += 1) {
      people.push(await createUser(db.dataSource), await createUser(db.dataSource));
      await ask({ person: people.length - 1 });
      await ask({ person: people.length - 2 });
      const name = await claimNext();
      if (name === null) throw new Error('The queue is empty');
      claimed.push(name);
      await finish(name);
      await pass(10);
    }
    const places = claimed.flatMap((name, at) => (name.startsWith('a') ? [at] : []));
    // First come, first served would have had them all at once; nobody waits for more than those who asked within two minutes.
    expect(places).toHaveLength(8);
    expect(places[1]).toBeGreaterThan(4);
    expect(places[7]).toBeLessThanOrEqual(2 * 12 + 8);
  });

  test('delays no generation by more than two minutes', async () => {
    for (let i = 0; i < 3; i += 1) await ask({ person: 0, count: 4 });
    const back = await rows<{ seconds: number }>(
      db.dataSource,
      `select extract(epoch from fair_order_at - created_at)::int as seconds from generations
        where finished_at is null and deadline > now() order by created_at`,
    );
    expect(back.map(({ seconds }) => seconds)).toEqual([0, 120, 120]);
    await pass(121);
    await ask({ person: 1 });
    expect(await order()).toEqual(['a1', 'a2', 'a3', 'b1']);
  });
});

describe('the queue position of a generation', () => {
  test('is the order in which workers claim', async () => {
    const chance = [3, 1, 4, 1, 5, 0, 2, 0, 5, 3, 5, 2, 0, 1, 1, 4];
    for (const [i, person] of chance.entries())
      await ask({ person, count: 1 + (i % 3), priority: person === 5 ? 1 : 10 });
    const places = await Promise.all([...names.keys()].map(async (id) => ({ id, at: (await place(id)) ?? [-1, -1] })));
    const shown = places.sort((x, y) => x.at[0] - y.at[0]);
    expect(shown.map(({ at }) => at[0])).toEqual(chance.map((_, i) => i));
    const waiting = await waitingGenerations(db.dataSource, 0, 100);
    expect(waiting.map(({ id }) => nameOf(id))).toEqual(shown.map(({ id }) => nameOf(id)));
    expect(await order()).toEqual(shown.map(({ id }) => nameOf(id)));
  });

  test('counts the images ahead, and is null once a worker has begun', async () => {
    await ask({ person: 0, count: 2 });
    await ask({ person: 1, count: 3 });
    const mine = await ask({ person: 2 });
    expect(await place(mine)).toEqual([2, 5]);
    await claimNext();
    expect(await place(mine)).toEqual([1, 3]);
    await claimGeneration(db.dataSource, mine, STUDIO_PAINTS, 300);
    expect(await place(mine)).toEqual([0, 0]);
  });
});

describe('concurrent claims', () => {
  test('take different generations, in order, and all get one', async () => {
    for (let i = 0; i < 30; i += 1) await ask({ person: i % 6 });
    const claimed = await Promise.all(Array.from({ length: 30 }, () => claimNext()));
    expect(new Set(claimed).size).toBe(30);
    expect(claimed.filter((name) => name === null || name === 'lost')).toEqual([]);
    expect(await claimNext()).toBeNull();
  });

  test('skip a locked row and do not wait for it', async () => {
    const first = await ask({ person: 0 });
    await ask({ person: 1 });
    await db.dataSource.transaction(async (tx) => {
      await rows(tx, `select 1 from generations where id = $1 for update`, [first]);
      expect(await claimNext()).toBe('b1');
      expect(await claimNext()).toBeNull();
    });
    expect(await claimNext()).toBe('a1');
  });
});

test('a claim reads one row of a queue of two thousand', async () => {
  await rows(db.dataSource, `insert into users (name) select 'A' from generate_series(1, 500)`);
  await rows(
    db.dataSource,
    `insert into generations (id, user_id, seq, prompt, model, style, size, quality, output_format, seed, count, unit_price,
                              priority, deadline, engine, status, finished_at)
     select gen_random_uuid(), u.id, n, 'a fox', 'sd3.5-medium', 'enhance', '1:1', 'standard', 'png', 1, 1, 35, 10,
            now() + interval '200 s', 'studio', case when n <= 4 then 'pending' else 'completed' end,
            case when n > 4 then now() end
       from (select id from users order by created_at desc limit 500) u, generate_series(1, 8) n`,
  );
  await rows(db.dataSource, `analyze`);
  const seen: string[] = [];
  const spy = {
    query: async <T>(text: string, params: unknown[] = []): Promise<T> => {
      const plan = await rows<{ 'QUERY PLAN': string }>(
        db.dataSource,
        `explain (analyze, timing off, costs off) ${text}`,
        params,
      );
      seen.push(...plan.map((line) => line['QUERY PLAN']));
      return [] as T;
    },
  };
  await claimFirst(spy, STUDIO_PAINTS, 300);
  const scans = seen.filter((line) => /Scan.* on generations /.test(line));
  expect(scans.filter((line) => /Seq Scan/.test(line))).toEqual([]);
  const rowsRead = scans.map((line) => Number(/rows=(\d+)/.exec(line)?.[1]));
  expect(rowsRead).toEqual(scans.map(() => 1));
});
