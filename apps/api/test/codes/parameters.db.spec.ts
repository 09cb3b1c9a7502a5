import { calls as contract, MAX_PAGE_LIMIT, type Call, type Paged, type Route } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Answered } from '../support/app.js';
import { RACE_ROUNDS } from '../support/race-rounds.js';
import { expectUnchanged } from '../support/unchanged.js';
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
const refusal = ({ status, body }: Answered): unknown => [status, body.code, body.details?.map(({ path }) => path)];
/** All but what names the request. */
const told = ({ status, body }: Answered): unknown => ({ status, ...body, request_id: '' });

/**
 * `npm run proof` asks each call with all samples. Here the calls that have a parameter share them out: each sample meets
 * a call, and each call meets some.
 */
const MOST_SHARES = RACE_ROUNDS > 10 ? 1 : 3;
function shareOf(samples: readonly string[], call: ProbedCall, calls: readonly ProbedCall[]): string[] {
  const shares = Math.min(calls.length, samples.length, MOST_SHARES);
  return samples.filter((_, at) => at % shares === calls.indexOf(call) % shares);
}

/** A person is soon refused by their limits. */
const FEW_A_MINUTE = ['quota.exportStatement'];
const withQuery = probed.filter((call) => Object.keys(fieldsOf(call, 'query')).length > 0);

describe.each(named(withQuery))('the query of %s', (_, call) => {
  const { route, success } = call;
  const names = Object.keys(fieldsOf(call, 'query'));
  const find = async (): Promise<Asked> => {
    const { query: __, ...asked } = await success(stage);
    return asked;
  };
  let found: Promise<Asked> | undefined;
  /** Refusals change nothing, so that the tests of a call can share what it asks for. */
  const asking = (): Promise<Asked> => (FEW_A_MINUTE.includes(call.name) ? find() : (found ??= find()));

  test.each(names)('%s: what is wrong is refused by its name, and nothing changes', async (name) => {
    const { refused, harmless = [] } = (QUERY_SAMPLES as Record<string, (typeof QUERY_SAMPLES)['q']>)[name] ?? {
      refused: [],
    };
    expect(refused.length).toBeGreaterThan(0);
    const calls = withQuery.filter((other) => name in fieldsOf(other, 'query'));
    const asked = await asking();
    await unchanged(async () => {
      for (const value of [...shareOf(refused, call, calls), `1&${name}=2`, `&${name}=`]) {
        const answer = await send(route, asked, `?${name}=${value}`);
        expect([value, refusal(answer)]).toEqual([value, [400, 'VALIDATION_FAILED', [`query.${name}`]]]);
      }
    });
    for (const value of harmless) {
      expect([value, (await send(route, asked, `?${name}=${value}`)).status]).toEqual([value, 200]);
    }
  });

  if (names.includes('from')) {
    test('a period that ends before it begins is refused, and nothing changes', async () => {
      const asked = await asking();
      const answer = await unchanged(() => send(route, asked, '?from=2026-01-02&to=2026-01-01'));
      expect(refusal(answer)).toEqual([400, 'VALIDATION_FAILED', ['query.to']]);
      expect((await send(route, asked, '?from=2026-01-01&to=2026-01-01')).status).toBe(200);
    });
  }

  if (names.includes('limit')) {
    test.each([
      ['0', 1],
      ['-7', 1],
      ['101', MAX_PAGE_LIMIT],
      ['1000000000', MAX_PAGE_LIMIT],
    ])('a limit of %s is taken for %i: never everything', async (limit, taken) => {
      const answer = await send(route, await asking(), `?limit=${limit}`);
      expect([answer.status, (answer.body.data as Paged<unknown>).limit]).toEqual([200, taken]);
    });
  }
});

const parametersOf = ({ route }: ProbedCall): string[] =>
  [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
const withParameters = probed.filter((call) => parametersOf(call).length > 0);

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
const textFields = probed.flatMap((call) =>
  Object.entries(fieldsOf(call, 'body'))
    .filter(([, field]) => isText(field))
    .map(([name]) => [call.name, name, call] as const),
);

test.each(textFields)('%s with a %s of characters that no text has is no fault of ours', async (_, name, call) => {
  const asked = await call.success(stage);
  for (const value of ['a\0b', '\0', 'a\uD800b']) {
    const { status } = await send(call.route, { ...asked, body: { ...asked.body, [name]: value } });
    expect([value, status < 500]).toEqual([value, true]);
  }
});

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
