import type { Generation } from '@app/contracts';
import { beforeEach, expect, test } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import type { UserEvent } from '../../../../platform/events/user-events.js';
import { FollowGenerations, type EventSink } from './follow-generations.js';

/** Reads that end when they are told to, one after the other. */
let reads: { id: string; end: (error?: Error) => void }[];
let isClosed: boolean;
let told: unknown[];
let publish: (event: UserEvent) => void;
let isListening: boolean;
let isSignedIn: () => boolean;
let follow: () => Promise<void>;

const changed = (id: string): UserEvent => ({ name: 'generation_changed', data: { generation_id: id } });
const drawn = (fraction: number) =>
  ({ generation_id: 'a', image_id: 'a', stage: 'drawing', fraction, preview: null }) as const;
const progress = (fraction: number): UserEvent => ({ name: 'progress', data: drawn(fraction) });

const reading = <T>(id: string, result: T): Promise<T> =>
  new Promise((resolve, reject) => {
    reads.push({ id, end: (error) => (error ? reject(error) : resolve(result)) });
  });
const generation = (id: string): Generation => ({ id }) as Generation;

/** Lets the oldest read end and everything that waits for it go on. */
async function endRead(id: string, error?: Error): Promise<void> {
  const read = reads.shift();
  expect(read?.id).toBe(id);
  read?.end(error);
  await turn();
}

beforeEach(() => {
  reads = [];
  told = [];
  isClosed = false;
  isListening = false;
  isSignedIn = () => true;
  publish = () => undefined;
  const sink: EventSink = {
    get isClosed() {
      return isClosed;
    },
    send: (name, data, { id, canMiss } = {}) =>
      void told.push([name, data, ...(id === undefined ? [] : [id]), ...(canMiss ? ['can be missed'] : [])]),
    onClose: () => undefined,
    close: () => {
      isClosed = true;
    },
  };
  const work = new FollowGenerations(
    {
      snapshot: () => reading('snapshot', { at: 1, generations: [] }),
      showWithTime: (_, id) => reading(id, { at: 2, generation: generation(id) }),
    },
    {
      publish: () => undefined,
      subscribe: (_, listener) => {
        publish = listener;
        isListening = true;
        return () => {
          isListening = false;
        };
      },
    },
  );
  const watcher = { userId: 'u', sessionId: 's', locale: 'en', since: null } as const;
  follow = () => work.follow({ ...watcher, isSignedIn: () => Promise.resolve(isSignedIn()) }, () => sink);
});

const snapshot = ['snapshot', { generations: [] }, 1];

test('what happens while the snapshot is read is told after it', async () => {
  const following = follow();
  publish(changed('a'));
  publish({ name: 'quota', data: {} });
  expect(told).toEqual([]);
  await endRead('snapshot');
  await following;
  await endRead('a');
  expect(told).toEqual([snapshot, ['generation', { id: 'a' }, 2], ['quota', {}]]);
});

test('the session is looked at once its end would be heard, and one that has ended is told nothing', async () => {
  const wasListening: boolean[] = [];
  isSignedIn = () => {
    wasListening.push(isListening);
    return false;
  };
  const refused = expect(follow()).rejects.toThrow('UNAUTHENTICATED');
  await endRead('snapshot');
  await refused;
  expect({ wasListening, isListening, told }).toEqual({ wasListening: [true], isListening: false, told: [] });
});

test('changes that come while a row is read are told once, in the order of the first of each', async () => {
  const following = follow();
  await endRead('snapshot');
  await following;
  publish(changed('a'));
  for (const event of [changed('b'), progress(1), changed('a'), changed('b'), progress(2), changed('a')])
    publish(event);
  for (const id of ['a', 'b', 'a']) await endRead(id);
  expect(reads).toEqual([]);
  expect(told.slice(1)).toEqual([
    ['generation', { id: 'a' }, 2],
    ['generation', { id: 'b' }, 2],
    ['progress', drawn(1), 'can be missed'],
    ['generation', { id: 'a' }, 2],
    ['progress', drawn(2), 'can be missed'],
  ]);
});

test('a row that cannot be read ends the stream, so that the watcher comes back for a snapshot', async () => {
  const following = follow();
  await endRead('snapshot');
  await following;
  publish(changed('a'));
  publish({ name: 'quota', data: {} });
  await endRead('a', new Error('the database is away'));
  expect(isClosed).toBe(true);
  expect(told).toEqual([snapshot]);
});

test('a flood that is not kept up with ends the stream instead of filling the memory', async () => {
  const following = follow();
  await endRead('snapshot');
  await following;
  publish(changed('slow'));
  for (let n = 0; n < 500; n += 1) publish(progress(n));
  expect(isClosed).toBe(false);
  publish(progress(500));
  expect(isClosed).toBe(true);
});
