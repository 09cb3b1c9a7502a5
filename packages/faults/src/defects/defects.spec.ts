import { expect, test } from '@jest/globals';
import { DEFECTS } from './index.js';
import { checkEdits } from './private-copy.js';
import { verdictOf } from './run-tests.js';

test.each(DEFECTS.map((defect) => [defect.name, defect] as const))('it can still be made: %s', async (_, { edits }) => {
  await expect(checkEdits(edits)).resolves.toBeUndefined();
});

test('an edit whose text is not there, or more than once, is refused', async () => {
  const file = 'app.module.ts';
  await expect(checkEdits([{ file, find: 'nowhere', replace: '' }])).rejects.toThrow('has 0 times, not once');
  await expect(checkEdits([{ file, find: 'import', replace: '' }])).rejects.toThrow('times, not once');
  await expect(checkEdits([{ file, find: 'class AppModule', replace: 'class AppModule' }])).rejects.toThrow(
    'changes nothing',
  );
});

test('names are unique, and there is a defect for each guard that is spoken of', () => {
  expect(new Set(DEFECTS.map(({ name }) => name)).size).toBe(DEFECTS.length);
  expect(DEFECTS.length).toBeGreaterThanOrEqual(30);
});

const passed = { status: 'passed', fullName: 'fine', failureMessages: [] };
const failing = (message: string) => ({ status: 'failed', fullName: 'a wall', failureMessages: [message] });
const report = (assertionResults: (typeof passed)[], numRuntimeErrorTestSuites = 0) => ({
  numPassedTests: assertionResults.filter(({ status }) => status === 'passed').length,
  numRuntimeErrorTestSuites,
  testResults: [{ message: 'Syntax error', assertionResults }],
});

test.each([
  ['noticed', report([passed, failing('Error: expect(received).toBe(expected)') as never])],
  ['unnoticed', report([passed])],
  ['broken', report([failing('TypeError: x is not a function') as never])],
  ['broken', report([], 1)],
  ['broken', report([])],
])('a run in which nothing but an assertion failed is %s', (outcome, said) => {
  expect(verdictOf(said).outcome).toBe(outcome);
});
