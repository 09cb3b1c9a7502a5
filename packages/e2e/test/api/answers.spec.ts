import { openEvents, type EventReader } from '@app/api/test-support/event-reader';
import { calls, type Call, type Generation, type ImageEvents } from '@app/contracts';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { dataOf, type Person } from '../../src/api-client.js';
import { useFaults } from '../../src/faults.js';
import { useWitnesses } from '../../src/witnesses.js';

const faults = useFaults();
const witnesses = useWitnesses(faults.options);
const { api, database, journal, newcomer } = witnesses;

let person: Person;
let done: Generation;
let shareToken: string;
beforeAll(async () => {
  person = await newcomer(50);
  done = await journal.end(await journal.accepted(person));
  const shared = await api.send('POST', `/images/${done.id}/share`, { token: person.token });
  shareToken = dataOf(calls.images.share, shared).token;
});

const readers: EventReader[] = [];
afterEach(() => readers.splice(0).forEach((reader) => reader.close()));

/** A stream of the person's events through the web server. */
async function follow({ token }: Person, headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await openEvents(api.url('/images/events'), { authorization: `Bearer ${token}`, ...headers });
  readers.push(reader);
  return reader;
}

const generationEvent = (reader: EventReader, status: Generation['status']) =>
  reader.event((event) => event.name === 'generation' && event.data.status === status);

const snapshotOf = async (reader: EventReader): Promise<ImageEvents['snapshot'] & { id: string | null }> => {
  const event = await reader.event(({ name }) => name === 'snapshot');
  return { ...(event.data as ImageEvents['snapshot']), id: event.id };
};

describe('every answer has the shape that the contract promises:', () => {
  const readable = Object.entries(calls).flatMap(([group, members]) =>
    Object.entries(members as Record<string, Call>)
      .filter(([, { route }]) => route.method === 'GET' && (route.carries ?? 'json') === 'json')
      .map(([name, call]): [string, Call] => [`${group}.${name}`, call]),
  );

  test.each(readable)('%s', async (_, call) => {
    const path = call.route.path.replace(':provider', 'github').replace(':id', done.id).replace(':token', shareToken);
    const answer = await api.get(path, call.route.access === 'user' ? { token: person.token } : {});
    expect(() => dataOf(call, answer)).not.toThrow();
  });
});

describe('the event stream through the web server', () => {
  let sleeper: number | undefined;
  const wakeUp = (): void => {
    if (sleeper !== undefined) process.kill(sleeper, 'SIGCONT');
    sleeper = undefined;
  };
  // Or nobody would ever stop it.
  afterEach(wakeUp);

  test('tells how things stand, and what happens while it happens', async () => {
    const watcher = await newcomer(10);
    const reader = await follow(watcher);
    expect([reader.status, reader.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect((await snapshotOf(reader)).generations).toEqual([]);
    // The worker falls asleep with the work in hand: what arrives now was held back by nobody.
    await faults.arm('painted', 'pause');
    const { id } = await journal.accepted(watcher);
    sleeper = await faults.happened('painted');
    await generationEvent(reader, 'processing');
    const progress = await reader.event((event) => event.name === 'progress' && event.data.stage === 'drawing');
    expect(progress.data).toMatchObject({ generation_id: id, image_id: id });
    expect(await api.generation(watcher, id)).toMatchObject({ status: 'processing' });
    wakeUp();
    const { data } = await generationEvent(reader, 'completed');
    expect(data).toEqual(await api.generation(watcher, id));
    expect(reader.events().map(({ name }) => name)).toContain('quota');
  });

  test('tells whoever comes back what they missed, and others nothing', async () => {
    const [watcher, stranger] = [await newcomer(10), await newcomer(0)];
    const before = await follow(watcher);
    const { id: lastSeen } = await snapshotOf(before);
    before.close();
    const order = await journal.accepted(watcher);
    await journal.end(order);
    // As if both had been a while ago: what has just ended is told to everybody.
    await database.query(`update generations set finished_at = finished_at - interval '60 s' where id = $1`, [
      order.id,
    ]);
    const headers = { 'last-event-id': String(Number(lastSeen) - 60) };

    const back = await snapshotOf(await follow(watcher, headers));
    expect(back.generations.map(({ id, status }) => [id, status])).toEqual([[order.id, 'completed']]);
    expect((await snapshotOf(await follow(watcher))).generations).toEqual([]);
    expect((await snapshotOf(await follow(stranger, headers))).generations).toEqual([]);
  });

  test('shows open work to whoever comes while it is done', async () => {
    const watcher = await newcomer(10);
    await faults.arm('claimed', 'pause');
    const order = await journal.accepted(watcher);
    sleeper = await faults.happened('claimed');
    const { generations } = await snapshotOf(await follow(watcher));
    expect(generations.map(({ id, status }) => [id, status])).toEqual([[order.id, 'processing']]);
    wakeUp();
    expect((await journal.end(order)).status).toBe('completed');
  });

  test('ends when its session does, and does not open again for it', async () => {
    const [leaver, stayer] = [await newcomer(0), await newcomer(10)];
    const [leaving, staying] = [await follow(leaver), await follow(stayer)];
    await snapshotOf(leaving);
    await snapshotOf(staying);
    expect((await api.send('POST', '/auth/logout', { token: leaver.token })).status).toBe(200);
    await leaving.ended;
    expect(leaving.events().at(-1)).toMatchObject({ name: 'signed_out' });
    expect((await follow(leaver)).status).toBe(401);
    await journal.accepted(stayer);
    await generationEvent(staying, 'completed');
  });
});

test('a picture can be looked at by its signed address alone, in each of its widths', async () => {
  const [picture] = done.generated_images;
  const addresses = [picture?.url ?? '', ...(picture?.thumbnails ?? []).map(({ url }) => url)];
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of addresses) {
    const response = await fetch(new URL(address, api.url('')));
    const bytes = (await response.arrayBuffer()).byteLength;
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    expect(String(bytes)).toBe(response.headers.get('content-length'));
    const forged = await fetch(
      new URL(
        address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        api.url(''),
      ),
    );
    expect(forged.status).toBe(404);
  }
  expect(
    await database.query('select id from images where id = $1 and status = $2', [done.id, 'completed']),
  ).toHaveLength(1);
});
