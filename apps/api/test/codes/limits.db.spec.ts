import { allRoutes, codesOf, type Locale, type Route } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { createKey } from '../support/api-keys.js';
import { useApp } from '../support/app.js';
import { expectUnchanged } from '../support/unchanged.js';
import { ask } from './ask.js';
import { expectInAllLanguages } from './expect-refusal.js';

const api = useApp({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
/** Of one address in a minute, whatever it asks for. */
const FLOOD = 4;

let addresses = 0;

test.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s is refused after too many requests, with the time to wait, and nothing changes',
  async (_, route: Route) => {
    const by = await api.signIn();
    const token = route.access === 'key' ? (await createKey(api, by)).key : by.token;
    addresses += 1;
    const headers = { 'x-forwarded-for': `203.0.113.${addresses}` };
    // Counted like any other, but it does nothing.
    const asked = { ...(route.access !== 'public' && { by: { ...by, token } }), headers, query: { surprise: '1' } };
    const send = (locale: Locale = 'en'): Promise<Response> => ask(api, route, asked, { locale });
    await expectUnchanged(api.dataSource, async () => {
      const statuses: number[] = [];
      while (statuses.length <= FLOOD && !statuses.includes(429)) {
        const answer = await send();
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
      expect(statuses[0]).not.toBe(429);
      if (codesOf(route).includes('RATE_LIMITED')) await expectInAllLanguages('RATE_LIMITED', send);
      else expect(statuses).not.toContain(429);
    });
  },
);
