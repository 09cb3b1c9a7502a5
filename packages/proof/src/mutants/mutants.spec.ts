import { expect, test } from '@jest/globals';
import { applyMutant } from './apply.js';
import { MUTANTS } from './index.js';
import type { Edit } from './mutant.js';
import { packageOf } from './package-copy.js';
import { verdictOf } from './run-tests.js';
import { Sources } from './sources.js';

const sources = Sources.load();

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))('can be applied once: %s', (_, mutant) => {
  const changed = applyMutant(mutant, sources);
  const home = packageOf(sources.testFile(mutant));
  // Only the package of the test is copied and changed.
  expect([...changed.keys()].map(packageOf)).toEqual([...changed.keys()].map(() => home));
});

test('names every mutant once', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

const sample = Sources.of({
  'apps/web/src/a.ts': `
    export class Guard {
      constructor(private readonly limit: number) { start(); }
      check(user: User | null): boolean {
        // A comment inside.
        if (!user || user.isGone) return false;
        return user.age > this.limit && isAllowed(user);
      }
    }
    const rules = { adult: 'age > 18 and not gone' };`,
  'packages/contracts/src/b.ts': `
    export const FIND = \`select * from users
       where id = $1 and   owner = $2 and status = 'open' for update\`;
    export const read = (tx: Tx) => tx.query({ name: 'users_read', text: 'select 1 from users where id = $1' });`,
});

const apply = (...edits: [Edit, ...Edit[]]): string => [...applyMutant({ name: 'm', edits }, sample).values()].join();

test.each<[string, Edit, string]>([
  ['removes a statement', { in: 'Guard.constructor', remove: 'start()' }, 'limit: number) { ; }'],
  ['removes an operand', { in: 'Guard.check', remove: 'user.isGone' }, 'if ((!user)) return'],
  ['negates an expression', { in: 'Guard.check', negate: 'isAllowed( user )' }, '&& !(isAllowed(user))'],
  ['replaces an expression', { in: 'Guard', replace: 'this.limit', by: '0' }, 'user.age > 0 &&'],
  ['removes a predicate', { sql: 'FIND', remove: `status = 'open'` }, 'and true for update'],
  ['keeps the type of a removed parameter', { sql: 'FIND', remove: 'owner = $2' }, '(true or $2::text is null) and'],
  ['ignores whitespace in SQL', { sql: 'FIND', replace: 'from users where', by: 'from people where' }, 'from people'],
  ['finds a member of a constant', { sql: 'rules.adult', remove: 'not gone' }, `'age > 18 and true'`],
  ['finds a prepared statement by its name', { sql: 'users_read', remove: 'id = $1' }, 'where (true or $1'],
])('%s', (_, edit, expected) => {
  expect(apply(edit)).toContain(expected);
});

test.each<[Edit, string]>([
  [{ in: 'Nobody.check', remove: 'x()' }, 'mutant "m": nothing is named Nobody.check in apps/*/src and packages/*/src'],
  [{ in: 'Guard.check', remove: 'x()' }, 'Guard.check (apps/web/src/a.ts) contains this 0 times, not once: x()'],
  [{ in: 'Guard.check', replace: 'user', by: 'other' }, 'times, not once: user'],
  [{ in: 'Guard.check', remove: 'this.limit' }, 'neither a statement nor an operand'],
  [{ sql: 'FIND', replace: 'for update', by: 'for update' }, 'the edit changes nothing'],
])('refuses %j', (edit, message) => {
  expect(() => apply(edit)).toThrow(message);
});

const passed = { status: 'passed', fullName: 'fine', failureMessages: [] as string[] };
const failing = (message: string) => ({ status: 'failed', fullName: 'a rule', failureMessages: [message] });
const report = (assertionResults: (typeof passed)[], numRuntimeErrorTestSuites = 0) => ({
  numPassedTests: assertionResults.filter(({ status }) => status === 'passed').length,
  numRuntimeErrorTestSuites,
  testResults: [{ name: 'a.spec.ts', status: '', startTime: 0, endTime: 0, message: 'Syntax error', assertionResults }],
});

test.each([
  ['noticed', 'an assertion fails', report([passed, failing('Error: expect(received).toBe(expected)')])],
  ['unnoticed', 'all tests pass', report([passed])],
  ['broken', 'another error occurs', report([failing('TypeError: x is not a function')])],
  ['broken', 'a file cannot be run', report([], 1)],
  ['broken', 'no test runs', report([])],
])('is %s when %s', (outcome, _, said) => {
  expect(verdictOf(said).outcome).toBe(outcome);
});
