import { openEvents, type EventReader } from '@app/api/test-support/event-reader';
import { calls, type Call, type Generation, type ImageEvents } from '@app/contracts';
import { dataOf, type ApiUser } from '../../src/users/api-client.js';
import type { Step } from '../../src/product/faults.js';
import { expect, test as base } from '../support/fault-fixtures.js';
import { tenAtOnce } from '../support/ten-at-once.js';

interface StreamFixtures {
  /** Opens the user's event stream through the web server. */
  openStream: (user: ApiUser, headers?: Record<string, string>) => Promise<EventReader>;
  /** Pauses the next worker that reaches the step; the test resumes it at the end. */
  pauseWorker: { arm(step: Step): Promise<void>; happened(step: Step): Promise<void>; resume(): void };
}

const test = base.extend<StreamFixtures>({
  openStream: async ({ api }, use) => {
    const readers: EventReader[] = [];
    await use(async ({ token }, headers = {}) => {
      const reader = await openEvents(api.url('/images/events'), { authorization: `Bearer ${token}`, ...headers });
      readers.push(reader);
      return reader;
    });
    for (const reader of readers) reader.close();
  },
  pauseWorker: async ({ faults }, use) => {
    let paused: number | undefined;
    const resume = (): void => {
      if (paused !== undefined) process.kill(paused, 'SIGCONT');
      paused = undefined;
    };
    await use({
      resume,
      arm: (step) => faults.arm(step, 'pause'),
      happened: async (step) => {
        paused = await faults.waitFor(step);
      },
    });
    resume();
  },
});

const generationEvent = (reader: EventReader, status: Generation['status']) =>
  reader.event((event) => event.name === 'generation' && event.data.status === status);

const snapshotOf = async (reader: EventReader): Promise<ImageEvents['snapshot'] & { id: string | null }> => {
  const event = await reader.event(({ name }) => name === 'snapshot');
  return { ...(event.data as ImageEvents['snapshot']), id: event.id };
};

/** Those whose id names something else than an image, and those of keys: `apps/api/test/codes` compares their answers. */
const ASKED_ELSEWHERE = new Set(['batches.show', 'webhookEndpoints.deliveries']);
const readable = Object.entries(calls).flatMap(([group, members]) =>
  Object.entries(members as Record<string, Call>)
    .filter(([, { route }]) => route.method === 'GET' && (route.carries ?? 'json') === 'json')
    .map(([name, call]): [string, Call] => [`${group}.${name}`, call])
    .filter(([name, { route }]) => route.access !== 'key' && !ASKED_ELSEWHERE.has(name)),
);

test('every answer matches its contract', async ({ api, journal, newApiUser }) => {
  const user = await newApiUser(50);
  const { id } = await journal.waitForEnd(await journal.submitAccepted(user));
  const shared = await api.send('POST', `/images/${id}/share`, { token: user.token });
  const { token } = dataOf(calls.images.share, shared);
  await tenAtOnce(readable, async ([name, call]) => {
    const path = call.route.path
      .replace(':provider', 'github')
      .replace(':id', id)
      .replace(':token', token)
      .replace(':plan_id', 'plan-pro');
    const answer = await api.get(path, call.route.access === 'user' ? { token: user.token } : {});
    expect(() => dataOf(call, answer), name).not.toThrow();
  });
});

test.describe('the event stream through the web server', () => {
  test('sends a snapshot and then events as they happen', async ({
    api,
    journal,
    newApiUser,
    openStream,
    pauseWorker,
  }) => {
    const watcher = await newApiUser(10);
    const reader = await openStream(watcher);
    expect([reader.status, reader.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect((await snapshotOf(reader)).generations).toEqual([]);
    // The worker is paused during its job, so these events were not buffered.
    await pauseWorker.arm('painted');
    const { id } = await journal.submitAccepted(watcher);
    await pauseWorker.happened('painted');
    await reader.event((event) => event.name === 'generation' && event.data.id === id);
    expect(await api.readGeneration(watcher, id)).toMatchObject({ status: 'processing' });
    pauseWorker.resume();
    const { data } = await generationEvent(reader, 'completed');
    expect(data).toEqual(await api.readGeneration(watcher, id));
    expect(reader.events().map(({ name }) => name)).toContain('quota');
  });

  test('sends missed events to their user only', async ({ database, journal, newApiUser, openStream }) => {
    const [watcher, stranger] = [await newApiUser(10), await newApiUser(0)];
    const before = await openStream(watcher);
    const { id: lastSeen } = await snapshotOf(before);
    before.close();
    const order = await journal.submitAccepted(watcher);
    await journal.waitForEnd(order);
    // Moves both into the past, because every snapshot includes recently ended generations.
    await database.query(`update generations set finished_at = finished_at - interval '60 s' where id = $1`, [
      order.id,
    ]);
    const headers = { 'last-event-id': String(Number(lastSeen) - 60) };

    const back = await snapshotOf(await openStream(watcher, headers));
    expect(back.generations.map(({ id, status }) => [id, status])).toEqual([[order.id, 'completed']]);
    expect((await snapshotOf(await openStream(watcher))).generations).toEqual([]);
    expect((await snapshotOf(await openStream(stranger, headers))).generations).toEqual([]);
  });

  test('sends open generations to a user who connects', async ({ journal, newApiUser, openStream, pauseWorker }) => {
    const watcher = await newApiUser(10);
    await pauseWorker.arm('claimed');
    const order = await journal.submitAccepted(watcher);
    await pauseWorker.happened('claimed');
    const { generations } = await snapshotOf(await openStream(watcher));
    expect(generations.map(({ id, status }) => [id, status])).toEqual([[order.id, 'processing']]);
    pauseWorker.resume();
    expect((await journal.waitForEnd(order)).status).toBe('completed');
  });

  test('ends with its session, and cannot be opened again', async ({ api, journal, newApiUser, openStream }) => {
    const [leaver, stayer] = [await newApiUser(0), await newApiUser(10)];
    const [leaving, staying] = [await openStream(leaver), await openStream(stayer)];
    await snapshotOf(leaving);
    await snapshotOf(staying);
    expect((await api.send('POST', '/auth/logout', { token: leaver.token })).status).toBe(200);
    await leaving.ended;
    expect(leaving.events().at(-1)).toMatchObject({ name: 'signed_out' });
    expect((await openStream(leaver)).status).toBe(401);
    await journal.submitAccepted(stayer);
    await generationEvent(staying, 'completed');
  });
});

test('an image is loaded by its signed URL only, in each width', async ({ api, journal, newApiUser }) => {
  const done = await journal.waitForEnd(await journal.submitAccepted(await newApiUser(10)));
  const [image] = done.generated_images;
  const addresses = [image?.url ?? '', ...(image?.thumbnails ?? []).map(({ url }) => url)];
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
});
