/** Adds up what the suites and gates of a test run say. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const result = (suite) => join(root, suite.folder, 'test-results', 'jest.json');

/** Every workspace package with a test script: `{ name, folder }`. */
export function findSuites() {
  return ['apps', 'packages']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => manifest.scripts?.test)
    .map(({ folder, manifest }) => ({ folder, name: manifest.name }));
}

/** Removes what an earlier run left, so that an old result never stands in for a suite that did not run. */
export function forgetResults(suites) {
  for (const suite of suites) rmSync(result(suite), { force: true });
}

/** A suite that wrote nothing, or whose task failed for another reason than a test, counts as one failure. */
function rowOf(suite, tasks) {
  const title = suite.name;
  if (!existsSync(result(suite))) return { title, passed: 0, failed: 1, note: 'no result' };
  const report = JSON.parse(readFileSync(result(suite), 'utf8'));
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests;
  const broken = report.numRuntimeErrorTestSuites;
  let failed = report.numFailedTests + broken + skipped;
  const notes = [];
  if (broken > 0) notes.push(`${broken} files could not be run`);
  if (skipped > 0) notes.push(`${skipped} skipped, which counts as failed`);
  const task = tasks.find((row) => row.task === `${suite.name}#test`);
  if (failed === 0 && (!task?.ok || passed === 0)) {
    failed = 1;
    notes.push(passed === 0 ? 'no tests' : 'the suite itself failed');
  }
  return { title, passed, failed, note: notes.join(', ') };
}

function gateRow(gate, tasks) {
  const own = tasks.filter((row) => row.name === gate);
  const bad = own.filter((row) => !row.ok).map((row) => row.task.split('#')[0].replace('//', 'root'));
  const ok = own.length > 0 && bad.length === 0;
  const note = bad.join(', ') || (ok ? '' : 'did not run');
  return { title: gate, passed: ok ? 1 : 0, failed: ok ? 0 : 1, note: note === 'root' ? '' : note };
}

/**
 * Prints a row for each gate and suite, and the total as the very last line. Returns the number of failures.
 * `tasks`: rows of `runTasks`.
 */
export function printSummary(gates, suites, tasks) {
  const rows = [...gates.map((gate) => gateRow(gate, tasks)), ...suites.map((suite) => rowOf(suite, tasks))];
  const width = Math.max(...rows.map((row) => row.title.length));
  console.log('');
  for (const { title, passed, failed, note } of rows) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;
    console.log(`${failed > 0 ? '✗' : '✓'} ${title.padEnd(width)} ${counts}${note ? `   ${note}` : ''}`);
  }
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed');
}
