import { expect, test } from '@jest/globals';
import { SeededRandom } from '../random.js';
import { drawSample } from './draw-sample.js';
import { applyChange, findChanges, moduleOf } from './find-changes.js';
import { insertProbes } from './reach.js';
import { killedShare, samplingError, scoreModules } from './score.js';
import { orderByNearness, type Trial } from './try-change.js';

const PATH = 'apps/api/src/modules/quota/domain/price.ts';
const mutate = (code: string, path = PATH): string[] =>
  findChanges(path, code).map((change) => `${change.operator}: ${applyChange(change, code)}`);

test.each<[string, string, string[]]>([
  ['a comparison', 'a <= b', ['boundary: a < b']],
  ['an equality', 'a === b', ['equality: a !== b']],
  ['a junction, with its grouping', 'a && b || c', ['logic: (a && b && c)', 'logic: (a || b) || c']],
  ['a default', 'a ?? b', ['default: (a && b)']],
  ['arithmetic', 'a * b', ['arithmetic: a / b']],
  ['a count', 'a++', ['arithmetic: a--']],
  ['a condition', 'a ? b : c', ['condition: true ? b : c', 'condition: false ? b : c']],
  ['a negation', '!a', ['negation: a']],
  ['a boolean', 'a = true', ['boolean: a = false']],
  ['a list', 'a = [b]', ['array: a = []']],
  ['a template', 'a = `${b}!`', ['text: a = ``']],
  ['a call', 'a(b);', ['call: ;']],
  ['an awaited call', 'await a(b);', ['call: ;']],
  ['a throw', 'throw a;', ['throw: ;']],
  ['a method', 'a = b.some(c)', ['method: a = b.every(c)']],
  ['a dropped method', 'a = b.trim()', ['method: a = b']],
  ['an optional chain', 'a = b?.c', ['chain: a = b.c']],
  ['a body', 'function a() { return 1; }', ['body: function a() {}']],
])('changes %s', (_, code, expected) => {
  expect(mutate(code)).toEqual(expected);
});

test('changes each predicate of an SQL statement, and no assignment', () => {
  const [and, boundary, equality, ...more] = mutate("a = 'update t set b = $1 where c = $2 and d > $3'");
  expect([and, boundary, equality]).toEqual([
    "sql: a = 'update t set b = $1 where c = $2 or d > $3'",
    "sql: a = 'update t set b = $1 where c = $2 and d >= $3'",
    "sql: a = 'update t set b = $1 where c <> $2 and d > $3'",
  ]);
  expect(more).toEqual([]);
});

test('leaves the boundary of the clock alone, which no test can meet to the microsecond', () => {
  expect(mutate("a = 'select b from c where d <= now()'")).toEqual([]);
  expect(mutate("a = 'select b from c where d <= now() - e'")).toEqual([]);
  expect(mutate("a = 'select b from c where now() < d'")).toEqual([]);
  expect(mutate("a = 'select b from c where d <= (select billing_now())'")).toEqual([]);
});

test.each([
  ['a type', 'type A = [B];', PATH],
  ['a line of the log', 'this.logger.warn(`${a}`);', PATH],
  ['the text of an internal error', 'const a = new Error(`${b}`);', PATH],
  ['a fail point', "await this.failPoints.reach('claimed');", PATH],
  ['a class name', '<p className={a ? b : c} />', 'apps/web/src/shared/ui/a.tsx'],
  ['a list of dependencies', 'const a = useMemo(b, [c]);', 'apps/web/src/shared/ui/a.tsx'],
  ['an entity', 'a < b', 'apps/api/src/modules/quota/persistence/hold.entity.ts'],
])('leaves alone %s', (_, code, path) => {
  expect(mutate(code, path)).toEqual([]);
});

test.each([
  ['quota', PATH],
  ['images/worker', 'apps/api/src/modules/images/worker/a.ts'],
  ['platform', 'apps/api/src/platform/http/a.ts'],
  ['features/gallery', 'apps/web/src/features/gallery/grid/a.tsx'],
  ['composition', 'apps/api/src/http-app.ts'],
])('counts for %s the changes in %s', (module, path) => {
  expect(moduleOf(path)).toBe(module);
});

test('draws from each module by its size, at least five, and the same again for the same seed', () => {
  const changes = [
    ...findChanges(PATH, 'a < b;'.repeat(90)),
    ...findChanges('apps/api/src/platform/http/a.ts', 'a < b;'.repeat(10)),
  ];
  const draw = () => drawSample(changes, 20, new SeededRandom(7));
  const sample = draw();
  expect(sample.filter(({ module }) => module === 'quota')).toHaveLength(18);
  expect(sample.filter(({ module }) => module === 'platform')).toHaveLength(5);
  expect(draw()).toEqual(sample);
  expect(drawSample(changes, 20, new SeededRandom(8))).not.toEqual(sample);
});

test.each([
  ['a statement', 'function a() { return b < c; }', 'function a() { globalThis.__reach?.(0);return b < c; }'],
  ['an expression of an arrow function', 'const a = () => b < c;', 'const a = () => (globalThis.__reach?.(0), b < c);'],
  ['a field', 'class A { a = b < c; }', 'class A { a = (globalThis.__reach?.(0), b < c); }'],
])('notes that %s is reached', (_, code, expected) => {
  const change = findChanges(PATH, code).filter(({ operator }) => operator === 'boundary');
  expect(insertProbes(code, [...change.entries()])).toBe(expected);
});

test('asks the test whose path is most like that of the change first, then the quickest', () => {
  const files = [
    { path: 'src/platform/http/guard.spec.ts', seconds: 1 },
    { path: 'src/modules/quota/http/quota.db.spec.ts', seconds: 9 },
    { path: 'src/modules/quota/domain/price.spec.ts', seconds: 5 },
    { path: 'src/platform/http/cors.spec.ts', seconds: 0 },
  ];
  expect(orderByNearness(PATH, files).map(({ seconds }) => seconds)).toEqual([5, 9, 0, 1]);
});

test('scores what was killed or timed out, by module', () => {
  const [change] = findChanges(PATH, 'a < b');
  const outcomes = ['killed', 'timed out', 'survived', 'unreached'] as const;
  const trials = outcomes.flatMap((outcome): Trial[] => (change ? [{ change, outcome, by: '' }] : []));
  expect(scoreModules(trials)).toEqual([{ module: 'quota', tried: 4, killed: 2 }]);
  expect(killedShare(trials)).toBe(0.5);
  expect(samplingError(0.5, 100)).toBeCloseTo(0.1);
});
