import { expect, test } from '@jest/globals';
import { request } from 'node:http';
import { openEvents } from '../../../test/support/http/event-reader.js';
import { HeldRequests } from '../../../test/support/http/held-requests.js';
import { useRemovals } from '../../../test/support/images/removals.js';
import { until } from '../../../test/support/timing/until.js';
import { USER_EVENTS, type UserEvents } from '../../platform/events/user-events.js';

/** Every answer to DELETE waits for it; a test may hold answers back. */
let beforeAnswer = (): Promise<void> => Promise.resolve();

const held = new HeldRequests();
const t = useRemovals({
  onCreated: (app) => {
    held.onCreated(app);
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onSend', async ({ method }) => {
        if (method === 'DELETE') await beforeAnswer();
      });
  },
});

test('event streams of other sessions are told; those of the session that asked are closed without a word', async () => {
  const other = await t.secondSession(t.person);
  const [own, others] = await Promise.all(
    [t.person.token, other].map((token) =>
      openEvents(`${t.app.url}/api/images/events`, { authorization: `Bearer ${token}` }),
    ),
  );
  if (!own || !others) throw new Error('two were opened');
  await Promise.all([own, others].map((reader) => reader.event(({ name }) => name === 'snapshot')));
  await t.remove();
  const last = await others.event(({ name }) => name === 'signed_out');
  await others.ended;
  expect(others.events().at(-1)).toEqual(last);
  await own.ended;
  expect(own.events().map(({ name }) => name)).toEqual(['snapshot']);
});

test('the event stream of the session that asked stays open until the request is answered', async () => {
  const own = await openEvents(`${t.app.url}/api/images/events`, { authorization: `Bearer ${t.person.token}` });
  await own.event(({ name }) => name === 'snapshot');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isAnswered = false;
  let removal: Promise<unknown> = Promise.resolve();
  try {
    await new Promise<void>((reached) => {
      beforeAnswer = () => {
        reached();
        return released;
      };
      removal = t.remove().finally(() => (isAnswered = true));
    });
    // Events arrive in order: had the stream been told to close, this one would not come through.
    t.app.app.get<UserEvents>(USER_EVENTS, { strict: false }).publish(t.person.userId, { name: 'quota', data: {} });
    await Promise.race([own.ended, own.event(({ name }) => name === 'quota')]);
    expect(own.events().map(({ name }) => name)).toEqual(['snapshot', 'quota']);
    expect(isAnswered).toBe(false);
  } finally {
    release();
    beforeAnswer = () => Promise.resolve();
  }
  expect(await removal).toMatchObject({ status: 200 });
  await own.ended;
  expect(own.events()).toHaveLength(2);
});

test('the event stream of the session that asked is closed also when it left before the answer', async () => {
  const own = await openEvents(`${t.app.url}/api/images/events`, { authorization: `Bearer ${t.person.token}` });
  await own.event(({ name }) => name === 'snapshot');
  held.hold();
  const headers = { authorization: `Bearer ${t.person.token}` };
  const asked = request(`${t.app.url}/api/users/account`, { method: 'DELETE', headers, agent: false });
  asked.on('error', () => undefined).end();
  await until(() => held.waiting === 1);
  asked.destroy();
  await until(() => held.left === 1);
  held.release();
  await own.ended;
  expect(own.events().map(({ name }) => name)).toEqual(['snapshot']);
});
