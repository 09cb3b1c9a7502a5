import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver, type Receiver } from '../../test/receiver.js';
import { openSlice, type Slice } from './store.js';
import { webhookDeliverySlice, WebhookOutbox, type WebhookSettings, type WebhookState } from './webhook-delivery.js';

let dir: string;
let receiver: Receiver;
let outbox: WebhookOutbox;
let slice: Slice<WebhookState>;

const open = (settings: Partial<WebhookSettings> = {}) => {
  slice = openSlice(dir, webhookDeliverySlice('test'), () => undefined);
  let ids = 0;
  const seal = ({ eventId }: { eventId: string }) => Promise.resolve({ headers: {}, body: eventId });
  const opened = new WebhookOutbox(slice, seal, () => `d${(ids += 1)}-${Math.random()}`);
  opened.change({ delayMs: 0, retryMs: [1], ...settings });
  return opened;
};
const enqueue = (...eventIds: string[]) =>
  outbox.enqueue(eventIds.map((eventId) => ({ eventId, eventType: 'T', endpointId: 'e', url: receiver.url })));

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'outbox-spec-'));
  receiver = await startReceiver();
  outbox = open();
});
afterEach(async () => {
  await outbox.close();
  slice.flush();
  await receiver.close();
  await rm(dir, { recursive: true, force: true });
});

describe('WebhookOutbox', () => {
  it('sends each webhook once in mode normal', async () => {
    enqueue('a');
    enqueue('b');
    await receiver.waitFor(2);
    await outbox.flush();

    expect(receiver.bodies().toSorted()).toEqual(['a', 'b']);
    expect(outbox.list().map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('sends a late webhook when it is told to, and not before', async () => {
    outbox.change({ mode: 'late', lateMs: 3_600_000 });
    enqueue('a');
    expect(outbox.list()).toMatchObject([{ state: 'waiting', attempts: [] }]);

    await outbox.flush();

    expect(receiver.bodies()).toEqual(['a']);
  });

  it('sends each webhook two times in mode twice', async () => {
    outbox.change({ mode: 'twice' });
    enqueue('a');
    await receiver.waitFor(2);

    expect(receiver.bodies()).toEqual(['a', 'a']);
  });

  it('sends the newest first in mode out_of_order', async () => {
    outbox.change({ mode: 'out_of_order', quietMs: 3_600_000 });
    enqueue('a');
    enqueue('b', 'c');

    await outbox.flush();

    expect(receiver.bodies()).toEqual(['c', 'b', 'a']);
  });

  it('never sends a lost webhook by itself, but can send it again by hand', async () => {
    outbox.change({ mode: 'lost' });
    enqueue('a');
    await outbox.flush();
    expect(receiver.bodies()).toEqual([]);

    const [lost] = outbox.list();
    expect(outbox.resend(lost?.id ?? '')).toBe(true);
    await outbox.flush();

    expect(receiver.bodies()).toEqual(['a']);
    expect(outbox.list().map(({ state }) => state)).toEqual(['delivered', 'lost']);
    expect(outbox.resend('unknown')).toBe(false);
  });

  it('tries again what was not answered with 2xx, and gives up after the last wait', async () => {
    receiver.answerWith(500);
    enqueue('a');
    await receiver.waitFor(2);
    await outbox.flush();

    expect(outbox.list()).toMatchObject([{ state: 'failed', attempts: [{ status: 500 }, { status: 500 }] }]);
  });

  it('sends after a restart what was waiting before', async () => {
    outbox.change({ mode: 'late', lateMs: 3_600_000 });
    enqueue('a');
    await outbox.close();
    slice.flush();

    outbox = open();
    await outbox.flush();

    expect(receiver.bodies()).toEqual(['a']);
  });
});
