import {
  calls,
  LOCALES,
  successSchema,
  webhookCalls,
  type Call,
  type ErrorCode,
  type Locale,
  type Route,
} from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import type * as z from 'zod';
import { healthCall, liveCall, readyCall } from '../../src/platform/health/health.controller.js';
import { expectGalleries } from '../support/images/gallery-rules.js';
import { expectInvariants } from '../support/credits/invariants.js';
import { drawn } from '../support/timing/drawn.js';
import { expectUnchanged } from '../support/database/unchanged.js';
import { ask } from './ask.js';
import { expectInLanguages } from './expect-refusal.js';
import type { Meanwhile } from './meanwhile.js';
import type { Stage } from './stage.js';
import type { Asked, ProbedCall, Refused } from './table.js';
import { isOfTheWeb } from './v1.js';

const answerOf = new Map<Route, z.ZodType>(
  [
    ...Object.values(calls).flatMap((group) => Object.values(group) as Call[]),
    healthCall,
    liveCall,
    readyCall,
    ...Object.values(webhookCalls),
  ].map(({ route, schemas }: Call) => [route, schemas.answer] as const),
);
export const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const stumble = (): never => {
  throw new TypeError('undefined is not a function');
};
/** What a success carries, as the contract promises it. */
export async function expectContents(route: Route, answer: Response): Promise<void> {
  const carries = route.carries ?? 'json';
  if (carries === 'stream') {
    const first = await answer.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^retry: /);
    await answer.body?.cancel().catch(() => undefined);
  } else if (carries === 'binary' || carries === 'html') {
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
  } else {
    const schema = answerOf.get(route);
    if (!schema) throw new Error(`no answer is declared for ${route.path}`);
    expect(successSchema(schema).safeParse(await answer.json()).error).toBeUndefined();
  }
}

/** Whatever is asked within `work` changes no row, but for those of tables named by `except`. */
export async function unchanged(
  stage: Stage,
  work: () => Promise<unknown>,
  except: readonly string[] = [],
): Promise<void> {
  await stage.exportsEnded();
  await expectUnchanged(stage.api.dataSource, work, { except: [...except] });
}

async function expectSuccess({ api }: Stage, route: Route, asked: Asked): Promise<void> {
  const head = route.method === 'GET' ? await ask(api, route, asked, { method: 'HEAD' }) : null;
  const answer = await ask(api, route, asked);
  expect(answer.status).toBe(route.status ?? 200);
  await expectContents(route, answer);
  if (!head) return;
  // A HEAD request gets the same headers without a body.
  expect([head.status, await head.text()]).toEqual([answer.status, '']);
  for (const name of ['content-type', 'etag']) {
    expect([name, head.headers.get(name)]).toEqual([name, answer.headers.get(name)]);
  }
}

/**
 * The first refusal with a code is asked for in all languages, each further one in one of them: words belong to the code,
 * whatever call answers it.
 */
function languagesInTurn(): (code: ErrorCode) => readonly Locale[] {
  const met = new Map<ErrorCode, number>();
  return (code) => {
    const times = met.get(code) ?? 0;
    met.set(code, times + 1);
    return times === 0 ? LOCALES : LOCALES.filter((_, at) => at === times % LOCALES.length);
  };
}

/** Calls that are of one kind fail alike: the first of each is asked every day, the others take turns. */
function callsMetByFaults(probed: readonly ProbedCall[]): Set<ProbedCall> {
  const kinds = new Map<string, ProbedCall>();
  for (const call of probed) {
    const { access, method, carries } = call.route;
    const kind = `${access} ${method} ${carries}`;
    if (!kinds.has(kind)) kinds.set(kind, call);
  }
  const first = new Set(kinds.values());
  const others = probed.filter((call) => !first.has(call));
  return new Set([...first, ...drawn(others, 3)]);
}

/** Of refusals that the web's calls answer too, by keys, a part each day; of all others every one. */
function refusalsOfToday(probed: readonly ProbedCall[]): Set<unknown> {
  const all = probed.flatMap(({ refusals }) => refusals.map(([, probe]) => probe));
  const byKey = all.filter(isOfTheWeb);
  return new Set([...all.filter((probe) => !isOfTheWeb(probe)), ...drawn(byKey, 3)]);
}

/** Lets each call succeed, fail by what nobody foresaw, and answer each of its codes. */
export function provokeCodes(stage: Stage, meanwhile: Meanwhile, probed: readonly ProbedCall[]): void {
  const languagesOf = languagesInTurn();
  const send = (route: Route, asked: Asked, locale: Locale): Promise<Response> =>
    ask(stage.api, route, asked, { locale });
  /** Something unforeseen is told to nobody, and costs nothing. */
  const expectFault = (route: Route, asked: Asked): Promise<unknown> =>
    meanwhile.during(stumble, () =>
      unchanged(stage, () =>
        expectInLanguages('INTERNAL_ERROR', languagesOf('INTERNAL_ERROR'), (locale) => send(route, asked, locale)),
      ),
    );
  const expectRefused = (route: Route, code: ErrorCode, locales: readonly Locale[], refused: Refused): Promise<void> =>
    unchanged(stage, () => expectInLanguages(code, locales, (locale) => send(route, refused, locale)), refused.spends);

  const metByFaults = callsMetByFaults(probed);
  const asked = refusalsOfToday(probed);
  for (const call of probed) {
    const { name, route, success } = call;
    const isMetByFault = metByFaults.has(call);
    describe(`${name}, ${nameOf(route)}`, () => {
      test(`succeeds as declared${isMetByFault ? ', and not by what nobody foresaw' : ''}`, async () => {
        const succeeding = await success(stage);
        if (isMetByFault) await expectFault(route, succeeding);
        await expectSuccess(stage, route, succeeding);
      });

      for (const [code, probe] of call.refusals.filter((refusal) => asked.has(refusal[1]))) {
        test(`answers ${code}, and nothing changes`, async () => {
          const languages = languagesOf(code);
          const refused = await probe(stage);
          // What spends its state is brought into it again for each language.
          const [first, ...others] = refused.spends ? languages.map((locale) => [locale]) : [languages];
          await expectRefused(route, code, first ?? [], refused);
          for (const locales of others) {
            await stage.reset();
            await expectRefused(route, code, locales, await probe(stage));
          }
        });
      }
    });
  }

  test('after all of it, credits and galleries are right', async () => {
    await expectInvariants(stage.api.dataSource);
    await expectGalleries(stage.api.dataSource);
  });
}
