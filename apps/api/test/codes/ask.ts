import type { Locale, Route } from '@app/contracts';
import type { TestApp } from '../support/app.js';
import type { Asked } from './table.js';

/** Below `/api`; parameters that are not given stand as they do in the contract. */
export function addressOf(route: Route, { params = {}, query = {} }: Asked): string {
  const path = route.path
    .replace(/:(\w+)/g, (whole, name: string) => encodeURIComponent(params[name] ?? whole))
    .replace('*', params['*'] ?? 'unknown');
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** An answer whose body nobody has read yet: it may be a stream without an end. */
export const ask = (
  api: TestApp,
  route: Route,
  asked: Asked,
  { locale = 'en', method = route.method }: { locale?: Locale; method?: string } = {},
): Promise<Response> =>
  fetch(`${api.url}/api${addressOf(route, asked)}`, {
    method,
    redirect: 'manual',
    headers: {
      'accept-language': locale,
      ...(asked.by && { authorization: `Bearer ${asked.by.token}` }),
      ...(asked.body && { 'content-type': 'application/json' }),
      ...asked.headers,
    },
    ...(asked.body && { body: JSON.stringify(asked.body) }),
  });
