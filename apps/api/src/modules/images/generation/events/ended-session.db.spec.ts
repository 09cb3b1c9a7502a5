import { expect, test } from '@jest/globals';
import { useApp } from '../../../../../test/support/app.js';
import { openEvents } from '../../../../../test/support/http/event-reader.js';
import { until } from '../../../../../test/support/timing/until.js';
import { USER_EVENTS, type UserEvent, type UserEvents } from '../../../../platform/events/user-events.js';
import { EventStreams } from './event-streams.js';

let isHeld = false;
let letGo = (): void => undefined;

const app = useApp({
  onCreated: (created) => {
    const fastify = created.getHttpAdapter().getInstance();
    // After the request was found to belong to a session, and before its stream is begun.
    fastify.addHook('preHandler', async ({ url }) => {
      if (url !== '/api/images/events') return;
      isHeld = true;
      await new Promise<void>((resolve) => (letGo = resolve));
    });
  },
});

test('a stream is not opened when its session ends after it was let in', async () => {
  const { token, userId } = await app.signIn();
  const heard: UserEvent[] = [];
  app.app.get<UserEvents>(USER_EVENTS).subscribe(userId, (event) => heard.push(event));
  const asked = openEvents(`${app.url}/api/images/events`, { authorization: `Bearer ${token}` });
  await until(() => isHeld);
  expect((await app.post('/auth/logout', { token })).status).toBe(200);
  await until(() => heard.length > 0);
  letGo();
  const reader = await asked;
  const { status } = reader;
  reader.close();
  expect([status, app.app.get(EventStreams, { strict: false }).count]).toEqual([401, 0]);
});
