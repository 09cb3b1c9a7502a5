import { generationSchema, STREAM_HEARTBEAT_MS, type Answer, type Generation } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import { openEvents, type EventReader, type ReceivedEvent } from '../../../../../test/support/http/event-reader.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { until } from '../../../../../test/support/timing/until.js';
import { beginWork, deliverImage, failImage } from '../../../../../test/support/images/work.js';
import { USER_EVENTS, type UserEvent, type UserEvents } from '../../../../platform/events/user-events.js';
import { EventStreams } from './event-streams.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_FREE: '1000' } });

let user: SignedIn;
const opened: EventReader[] = [];
const streams = (): EventStreams => app.app.get(EventStreams, { strict: false });
const events = (): UserEvents => app.app.get<UserEvents>(USER_EVENTS, { strict: false });

beforeEach(async () => {
  user = await app.signIn();
  await giveUnits(app.dataSource, user.userId, 10_000);
});
afterEach(async () => {
  opened.splice(0).forEach((reader) => reader.close());
  await until(() => streams().count === 0);
  await expectInvariants(app.dataSource);
});

async function watch(headers: Record<string, string> = {}, by = user): Promise<EventReader> {
  const reader = await openEvents(`${app.url}/api/images/events`, { authorization: `Bearer ${by.token}`, ...headers });
  opened.push(reader);
  return reader;
}
async function make(by = user): Promise<string> {
  const sent = { token: by.token, body: { prompt: 'a cat' } };
  return (await app.post<Answer<'images.generate'>>('/images/generate', sent)).body.data.id;
}
const snapshotOf = async (reader: EventReader): Promise<{ id: string | null; generations: Generation[] }> => {
  const event = await reader.event(({ name }) => name === 'snapshot');
  if (event.name !== 'snapshot') throw new Error('no snapshot');
  event.data.generations.forEach((generation) => generationSchema.parse(generation));
  return { id: event.id, generations: event.data.generations };
};
const isGeneration =
  (id: string, status: Generation['status']) =>
  (event: ReceivedEvent): boolean =>
    event.name === 'generation' && event.data.id === id && event.data.status === status;

/** Lets time pass for the database, as if the work had ended so long ago. */
const ageEnd = (id: string, seconds: number): Promise<unknown> =>
  app.dataSource.query(`update generations set finished_at = finished_at - $2 * interval '1 s' where id = $1`, [
    id,
    seconds,
  ]);

describe('a stream', () => {
  test('opens as server-sent events that no proxy holds back', async () => {
    const reader = await watch();
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(reader.headers['x-request-id']).toMatch(/\S/);
    await until(() => reader.text().startsWith('retry: '));
  });

  test('needs a token', async () => {
    const reader = await openEvents(`${app.url}/api/images/events`, {});
    expect(reader.status).toBe(401);
    await reader.ended;
  });

  test('begins with open work and what ended just now, nothing older and nobody else’s', async () => {
    const [open, recent, old] = [await make(), await make(), await make()];
    for (const id of [recent, old]) await failImage(app, id, 'ENGINE_FAILED');
    await ageEnd(old, 60);
    const other = await app.signIn();
    await giveUnits(app.dataSource, other.userId, 100);
    await make(other);
    const { generations } = await snapshotOf(await watch());
    expect(generations.map(({ id }) => id)).toEqual([open, recent]);
  });

  test('then tells of a request, its beginning, its progress, its end and the credits, in this order', async () => {
    const reader = await watch();
    await snapshotOf(reader);
    const id = await make();
    await reader.event(isGeneration(id, 'pending'));
    await beginWork(app, id);
    events().publish(user.userId, { name: 'generation_changed', data: { generation_id: id } });
    await reader.event(isGeneration(id, 'processing'));
    const progress = { generation_id: id, image_id: id, stage: 'drawing', fraction: 0.5, preview: null } as const;
    events().publish(user.userId, { name: 'progress', data: progress });
    await deliverImage(app, id);
    await reader.event(isGeneration(id, 'completed'));
    await until(() => reader.events().filter(({ name }) => name === 'quota').length === 2);
    const told = reader.events().map((event) => (event.name === 'generation' ? event.data.status : event.name));
    expect(told).toEqual(['snapshot', 'pending', 'quota', 'processing', 'progress', 'completed', 'quota']);
    expect(reader.events().find(({ name }) => name === 'progress')?.data).toEqual(progress);
    for (const event of reader.events()) if (event.name === 'generation') generationSchema.parse(event.data);
  });

  test('speaks the language of its connection', async () => {
    const [english, chinese] = [await watch(), await watch({ 'accept-language': 'zh-CN' })];
    await Promise.all([snapshotOf(english), snapshotOf(chinese)]);
    const id = await make();
    await failImage(app, id, 'ENGINE_TIMEOUT');
    const message = async (reader: EventReader): Promise<string | null> => {
      const event = await reader.event(isGeneration(id, 'failed'));
      return event.name === 'generation' ? event.data.error_message : null;
    };
    expect(await message(english)).toContain('too long');
    expect(await message(chinese)).toContain('积分');
  });

  test('hears nothing of other people, and nothing of what was removed', async () => {
    const other = await app.signIn();
    await giveUnits(app.dataSource, other.userId, 100);
    const reader = await watch();
    await snapshotOf(reader);
    const foreign = await make(other);
    events().publish(user.userId, { name: 'generation_changed', data: { generation_id: foreign } });
    for (const unknown of [
      { name: 'generation_changed', data: 'nonsense' },
      { name: 'something_else', data: { secret: 1 } },
    ])
      events().publish(user.userId, unknown as UserEvent);
    const own = await make();
    await reader.event(isGeneration(own, 'pending'));
    expect(reader.text()).not.toContain(foreign);
    expect(reader.text()).not.toContain('secret');
  });

  test('is kept alive by comments', async () => {
    const reader = await watch();
    await until(() => reader.text().includes('\n\n: \n\n'), STREAM_HEARTBEAT_MS * 3);
    expect(reader.events().map(({ name }) => name)).toEqual(['snapshot']);
  });
});

describe('a stream that comes back', () => {
  test('learns what ended since, even long ago, and nothing that it knew', async () => {
    const known = await make();
    await failImage(app, known, 'ENGINE_FAILED');
    await ageEnd(known, 3600);
    const missed = await make();
    await failImage(app, missed, 'ENGINE_FAILED');
    await ageEnd(missed, 1800);
    const before = Math.floor(Date.now() / 1000) - 2400;
    const { generations } = await snapshotOf(await watch({ 'last-event-id': String(before) }));
    expect(generations.map(({ id }) => id)).toEqual([missed]);
  });

  test('can give the id of any event it saw', async () => {
    const reader = await watch();
    const { id: first } = await snapshotOf(reader);
    const made = await make();
    const { id: second } = await reader.event(isGeneration(made, 'pending'));
    for (const id of [first, second]) {
      expect(id).toMatch(/^\d+$/);
      expect((await snapshotOf(await watch({ 'last-event-id': id ?? '' }))).generations).toHaveLength(1);
    }
  });

  test.each(['x', '-1', '1e9', '99999999999999999999', "1' or 1=1", '999999999999', '0'])(
    'with the id %j gets a snapshot all the same',
    async (id) => {
      const made = await make();
      const { generations } = await snapshotOf(await watch({ 'last-event-id': id }));
      expect(generations.map((generation) => generation.id)).toEqual([made]);
    },
  );
});

describe('a stream ends', () => {
  test('when its session is signed out, being told so', async () => {
    const reader = await watch();
    await snapshotOf(reader);
    expect((await app.post('/auth/logout', { token: user.token })).status).toBe(200);
    await reader.ended;
    expect(reader.events().map(({ name }) => name)).toEqual(['snapshot', 'signed_out']);
    expect((await watch()).status).toBe(401);
  });

  test('and only that of the session that was signed out', async () => {
    const reader = await watch();
    await snapshotOf(reader);
    events().publish(user.userId, { name: 'signed_out', data: { session_id: 'another' } });
    const id = await make();
    await reader.event(isGeneration(id, 'pending'));
    expect(reader.events().map(({ name }) => name)).not.toContain('signed_out');
  });

  test('when the same person opens too many, the oldest first', async () => {
    const readers: EventReader[] = [];
    for (let n = 0; n < 10; n += 1) readers.push(await watch());
    await Promise.all([readers[0]?.ended, readers[1]?.ended]);
    await until(() => streams().count === 8);
    const id = await make();
    const told = await Promise.all(readers.slice(2).map((reader) => reader.event(isGeneration(id, 'pending'))));
    expect(told).toHaveLength(8);
  });

  test('when it does not read and what cannot be left out piles up', async () => {
    const reader = await watch();
    await snapshotOf(reader);
    reader.pause();
    const id = await make();
    await app.dataSource.query(`update generations set prompt = repeat($2, 500000) where id = $1`, [id, 'x']);
    const change = { name: 'generation_changed', data: { generation_id: id } } as const;
    await until(() => {
      events().publish(user.userId, change);
      return streams().count === 0;
    });
    expect(reader.text()).not.toContain('xxx');
    await app.dataSource.query(`update generations set prompt = 'a cat' where id = $1`, [id]);
  });
});

describe('nothing is left listening', () => {
  let listening = 0;
  let restore = (): void => undefined;

  beforeEach(() => {
    const port = events();
    const subscribe = port.subscribe.bind(port);
    restore = () => {
      port.subscribe = subscribe;
    };
    port.subscribe = (userId, listener) => {
      listening += 1;
      const stop = subscribe(userId, listener);
      return () => {
        listening -= 1;
        stop();
      };
    };
  });
  afterEach(() => restore());

  const connections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const { server } = app.app.getHttpAdapter().getInstance();
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  test('when clients hang up', async () => {
    const readers = await Promise.all(Array.from({ length: 6 }, () => watch()));
    await Promise.all(readers.map(snapshotOf));
    expect({ listening, streams: streams().count }).toEqual({ listening: 6, streams: 6 });
    readers.forEach((reader) => reader.close());
    await until(() => listening === 0 && streams().count === 0);
  });

  test('when a client hangs up before the first word', async () => {
    // Idle connections of earlier requests would end meanwhile.
    await until(async () => (await connections()) === 0);
    const blocker = app.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query(`lock table generations in access exclusive mode`);
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/images/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${user.token}\r\n\r\n`);
    await until(() => listening === 1);
    socket.destroy();
    await until(async () => (await connections()) === 0);
    await blocker.rollbackTransaction();
    await blocker.release();
    await until(() => listening === 0 && streams().count === 0);
    expect(listening).toBe(0);
  });

  test('when the database is away, which is a plain answer', async () => {
    await app.dataSource.query(`alter table generations rename to hidden`);
    try {
      const reader = await watch();
      expect(reader.status).toBe(500);
      await reader.ended;
      expect({ listening, streams: streams().count }).toEqual({ listening: 0, streams: 0 });
    } finally {
      await app.dataSource.query(`alter table hidden rename to generations`);
    }
  });
});

test('closing the application ends open streams instead of waiting for them', async () => {
  const reader = await watch();
  await snapshotOf(reader);
  await app.app.close();
  await reader.ended;
  expect(reader.events().map(({ name }) => name)).toEqual(['snapshot']);
});
