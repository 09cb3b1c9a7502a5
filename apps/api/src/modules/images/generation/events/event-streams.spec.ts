import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { EventStream } from './event-stream.js';
import { eventStreamsOpen } from '../../shared/metrics.js';
import { EventStreams } from './event-streams.js';

let streams: EventStreams;
beforeEach(() => {
  streams = new EventStreams();
});
afterEach(() => streams.onModuleDestroy());

test('of streams that one person opens at once each beyond the eighth closes another', () => {
  const closed: number[] = [];
  const open = (n: number): EventStream => {
    // Its connection takes longer to close than the others to open.
    const slow: Pick<EventStream, 'close' | 'onClose'> = { close: () => void closed.push(n), onClose: () => undefined };
    return slow as EventStream;
  };
  for (let n = 0; n < 11; n += 1) streams.add('someone', open(n));
  expect(closed).toEqual([0, 1, 2]);
});

test('all addresses together leave room for requests', () => {
  for (let n = 0; n < 5_000; n += 1) streams.enter(`203.0.113.${n}`);
  expect(() => streams.enter('198.51.100.1')).toThrow('RATE_LIMITED');
});

test('the metric of open streams counts those that are open', async () => {
  const open = async (): Promise<number> => (await eventStreamsOpen.get()).values[0]?.value ?? 0;
  const before = await open();
  const endings: (() => void)[] = [];
  const stream = (): EventStream =>
    ({ close: () => undefined, onClose: (end: () => void) => void endings.push(end) }) as EventStream;
  for (const name of ['someone', 'another']) streams.add(name, stream());
  expect([(await open()) - before, streams.count]).toEqual([2, 2]);
  for (const end of endings) end();
  expect([(await open()) - before, streams.count]).toEqual([0, 0]);
});

test('a stream that left makes room at its address, once', () => {
  const leave = Array.from({ length: 256 }, () => streams.enter('203.0.113.1').leave);
  expect(() => streams.enter('203.0.113.1')).toThrow('RATE_LIMITED');
  leave[0]?.();
  streams.enter('203.0.113.1');
  expect(() => streams.enter('203.0.113.1')).toThrow('RATE_LIMITED');
});

test('streams that left make room for all addresses', () => {
  const leave = Array.from({ length: 5_000 }, (_, n) => streams.enter(`203.0.113.${n}`).leave);
  leave[0]?.();
  streams.enter('198.51.100.1');
  expect(() => streams.enter('198.51.100.2')).toThrow('RATE_LIMITED');
});

test('a process that stops closes every stream', () => {
  const closed: string[] = [];
  for (const name of ['someone', 'another'])
    streams.add(name, { close: () => void closed.push(name), onClose: () => undefined } as unknown as EventStream);
  streams.beforeApplicationShutdown();
  expect(closed).toEqual(['someone', 'another']);
});
