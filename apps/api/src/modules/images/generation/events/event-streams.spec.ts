import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { EventStream } from './event-stream.js';
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
