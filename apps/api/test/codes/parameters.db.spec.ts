import { calls as contract, MAX_PAGE_LIMIT, type Call, type Paged, type Route } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Answered } from '../support/app.js';
import { drawn, WHOLE } from '../support/timing/drawn.js';
import { expectUnchanged } from '../support/database/unchanged.js';
import { addressOf } from './ask.js';
import { probed } from './index.js';
import { PATH_SAMPLES, QUERY_SAMPLES } from './samples.js';
import { useStage } from './stage.js';
import type { Asked, ProbedCall } from './table.js';

const stage = useStage();

/** As far as it is looked at here. */
interface Described {
  type?: string;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
}

const callsByRoute = new Map<Route, Call>(
  Object.values(contract).flatMap((group) => Object.values(group).map((call: Call) => [call.route, call] as const)),
);
const fieldsOf = ({ route }: ProbedCall, part: 'query' | 'body'): Record<string, Described> => {
  const schema = callsByRoute.get(route)?.schemas[part];
  return schema
    ? ((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described).properties ?? {})
    : {};
};
const isId = (field: Described): boolean => field.format === 'uuid' || (field.anyOf ?? []).some(isId);
const named = (some: readonly ProbedCall[]) => some.map((call) => [call.name, call] as const);
const unchanged = <T>(work: () => Promise<T>): Promise<T> => expectUnchanged(stage.api.dataSource, work);

const send = (route: Route, { by, body, headers, ...address }: Asked, query = ''): Promise<Answered> =>
  stage.api.request(route.method, addressOf(route, address) + query, {
    ...(by && { token: by.token }),
    ...(body && { body }),
    ...(headers && { headers }),
  });
const refusal = ({ status, body }: Answered): unknown[] => [status, body.code, body.details?.map(({ path }) => path)];
/** All but what names the request. */
const told = ({ status, body }: Answered): unknown => ({ status, ...body, request_id: '' });

/**
 * `npm run proof` asks each call with all samples. Here the calls that have a parameter share them out: each sample meets
 * a call, and each call meets some.
 */
const MOST_SHARES = WHOLE ? 1 : Infinity;
function shareOf(samples: readonly string[], call: ProbedCall, calls: readonly ProbedCall[]): string[] {
  const shares = Math.min(calls.length, samples.length, MOST_SHARES);
  return samples.filter((_, at) => at % shares === calls.indexOf(call) % shares);
}

/** A person is soon refused by their limits. */
const FEW_A_MINUTE = ['quota.exportStatement'];
const withQuery = probed.filter((call) => Object.keys(fieldsOf(call, 'query')).length > 0);
const samplesOf = (name: string): (typeof QUERY_SAMPLES)['q'] =>
  (QUERY_SAMPLES as Record<string, (typeof QUERY_SAMPLES)['q']>)[name] ?? { refused: [] };

describe.each(named(withQuery))('the query of %s', (_, call) => {
  const { route, success } = call;
  const names = Object.keys(fieldsOf(call, 'query'));
  const answered = async (asked: Asked, query: string): Promise<unknown> => [
    query,
    ...refusal(await send(route, asked, query)),
  ];
  const refused = (query: string, name: string): unknown => [query, 400, 'VALIDATION_FAILED', [`query.${name}`]];

  const make = async (): Promise<Asked> => {
    const { query: __, ...asked } = await success(stage);
    return asked;
  };
  let found: Promise<Asked> | undefined;
  const find = (): Promise<Asked> => (FEW_A_MINUTE.includes(call.name) ? make() : (found ??= make()));
  const isPeriod = names.includes('from');

  test('what is wrong is refused by its name, and nothing changes', async () => {
    for (const together of FEW_A_MINUTE.includes(call.name) ? names.map((name) => [name]) : [names]) {
      const asked = await find();
      await unchanged(async () => {
        for (const name of together) {
          const samples = samplesOf(name).refused;
          expect([name, samples.length > 0]).toEqual([name, true]);
          const calls = withQuery.filter((other) => name in fieldsOf(other, 'query'));
          for (const value of [...shareOf(samples, call, calls), `1&${name}=2`, `&${name}=`]) {
            const query = `?${name}=${value}`;
            expect(await answered(asked, query)).toEqual(refused(query, name));
          }
        }
      });
    }
  });

  const harmless = [
    ...names.flatMap((name) => (samplesOf(name).harmless ?? []).map((value) => `?${name}=${value}`)),
    ...(isPeriod ? ['?from=2026-01-01&to=2026-01-01'] : []),
  ];
  if (harmless.length > 0) {
    test('what is odd does no harm, but a period that ends before it begins is refused', async () => {
      const asked = await find();
      for (const query of harmless) {
        expect([query, (await send(route, asked, query)).status]).toEqual([query, 200]);
      }
      if (!isPeriod) return;
      const turned = '?from=2026-01-02&to=2026-01-01';
      await unchanged(async () => expect(await answered(asked, turned)).toEqual(refused(turned, 'to')));
    });
  }

  if (names.includes('limit')) {
    test('a limit out of bounds is taken for the nearest one: never everything', async () => {
      const asked = await find();
      for (const [limit, taken] of [
        ['0', 1],
        ['-7', 1],
        ['101', MAX_PAGE_LIMIT],
        ['1000000000', MAX_PAGE_LIMIT],
      ] as const) {
        const { status, body } = await send(route, asked, `?limit=${limit}`);
        expect([limit, status, (body.data as Paged<unknown>).limit]).toEqual([limit, 200, taken]);
      }
    });
  }
});

/** Most calls name something by its id alone: of these a part each day. */
function callsOfToday(calls: readonly ProbedCall[]): ProbedCall[] {
  const isById = (call: ProbedCall): boolean => parametersOf(call).join() === 'id';
  const byId = new Set(drawn(calls.filter(isById), 3));
  return calls.filter((call) => !isById(call) || byId.has(call));
}
const parametersOf = ({ route }: ProbedCall): string[] =>
  [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
/** Leads everybody to a page, and that page tells of a link that is none. */
const TELLS_LATER = ['users.unsubscribePage'];
const withParameters = callsOfToday(
  probed.filter((call) => parametersOf(call).length > 0 && !TELLS_LATER.includes(call.name)),
);

describe.each(named(withParameters))('the path of %s', (_, call) => {
  const { route, success } = call;

  test.each(parametersOf(call))(
    '%s: what is none is refused by its name, what is unknown is not there',
    async (name) => {
      const { refused, unknown } = (PATH_SAMPLES as Record<string, (typeof PATH_SAMPLES)['id']>)[name] ?? {
        refused: [],
        unknown: [],
      };
      const calls = withParameters.filter((other) => parametersOf(other).includes(name));
      const asked = await success(stage);
      const ask = (value: string): Promise<Answered> =>
        send(route, { ...asked, params: { ...asked.params, [name]: value } });
      await unchanged(async () => {
        for (const value of shareOf(refused, call, calls)) {
          expect([value, refusal(await ask(value))]).toEqual([value, [400, 'VALIDATION_FAILED', [`params.${name}`]]]);
        }
        const answers = new Set<string>();
        for (const value of shareOf(unknown, call, calls)) answers.add(JSON.stringify(told(await ask(value))));
        expect([...answers].map((answer) => JSON.parse(answer) as unknown)).toMatchObject([
          { status: 404, code: 'NOT_FOUND' },
        ]);
        // What cannot be decoded is no address at all.
        const broken = await stage.api.request(route.method, route.path.replace(`:${name}`, '%ED%A0%80'));
        expect([broken.status, broken.body.code]).toEqual([404, 'NOT_FOUND']);
      });
      // And the request as such was right.
      expect((await send(route, asked)).status).toBe(route.status ?? 200);
    },
  );
});

/** Of free text: neither a list of choices nor an id. */
const isText = (field: Described): boolean =>
  (field.type === 'string' && field.format === undefined && field.enum === undefined) ||
  (field.anyOf ?? []).some(isText);
const textFields = probed
  .map((call) => ({
    call,
    names: Object.entries(fieldsOf(call, 'body')).flatMap(([name, field]) => (isText(field) ? [name] : [])),
  }))
  .filter(({ names }) => names.length > 0)
  .map(({ call, names }) => [call.name, names.join(', '), call, names] as const);

test.each(drawn(textFields, 2))(
  '%s with %s of characters that no text has is no fault of ours',
  async (_, __, call, names) => {
    const asked = await call.success(stage);
    for (const name of names) {
      for (const value of ['a\0b', '\0', 'a\uD800b']) {
        const { status } = await send(call.route, { ...asked, body: { ...asked.body, [name]: value } });
        expect([name, value, status < 500]).toEqual([name, value, true]);
      }
    }
  },
);

const idFields = probed.flatMap((call) =>
  Object.entries(fieldsOf(call, 'body'))
    .map(([name, field]) => ({ name, isList: field.items !== undefined, isId: isId(field.items ?? field) }))
    .filter((field) => field.isId)
    .map((field) => [call.name, field.name, call, field] as const),
);

test('some bodies name things of somebody', () => {
  expect(idFields.map(([name, field]) => `${name} ${field}`)).toEqual(
    expect.arrayContaining(['images.generate parent_id', 'images.restore image_ids']),
  );
});

test.each(idFields)(
  '%s with a %s that is none is refused by its name, one of somebody else is not there',
  async (_, __, { route, success }, { name, isList }) => {
    const asked = await success(stage);
    const foreign = await stage.delivered(await stage.person());
    const ask = (id: string): Promise<Answered> =>
      send(route, { ...asked, body: { ...asked.body, [name]: isList ? [id] : id } });
    await unchanged(async () => {
      for (const value of ['', '1', 'null', `${randomUUID()}x`, '\0', 'x'.repeat(10_000)]) {
        const path = isList ? `body.${name}.0` : `body.${name}`;
        expect([value, refusal(await ask(value))]).toEqual([value, [400, 'VALIDATION_FAILED', [path]]]);
      }
      const unknown = await ask(randomUUID());
      expect(refusal(unknown)).toEqual([404, 'NOT_FOUND', undefined]);
      expect(told(await ask(foreign.id))).toEqual(told(unknown));
    });
  },
);
