/** Adds up what the suites and gates of a test run say. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listJestFailures, listPlaywrightFailures, printFailures } from './failures.mjs';
import { root } from './workspace.mjs';

/** Reports of a suite's runner, and how to read each: `{ passed, failed, broken, skipped, failures }`. */
const REPORTS = { 'jest.json': readJest, 'playwright.json': readPlaywright };

/** Everything can run on Linux; elsewhere tests may be skipped for their platform. */
const mustRunAll = process.platform === 'linux';

const reportsOf = (suite) =>
  Object.entries(REPORTS).map(([name, read]) => ({ file: join(root, suite.folder, 'test-results', name), read }));

function readJest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    broken: report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: listJestFailures(report, mustRunAll),
  };
}

function readPlaywright(report) {
  const { stats, errors } = report;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    broken: errors.length,
    skipped: stats.skipped,
    failures: listPlaywrightFailures(report, mustRunAll),
  };
}

/** Every workspace package with a test script: `{ name, folder, script }`. */
export function findSuites() {
  return ['apps', 'packages']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => manifest.scripts?.test)
    .map(({ folder, manifest }) => ({ folder, name: manifest.name, script: manifest.scripts.test }));
}

/** Removes reports of an earlier run, so that none stands in for a suite that did not run. */
export function forgetResults(suites) {
  for (const { file } of suites.flatMap(reportsOf)) rmSync(file, { force: true });
}

/** A suite that wrote nothing, or whose task failed for another reason than a test, counts as one failure. */
function rowOf(suite, tasks) {
  const title = suite.name;
  const report = reportsOf(suite).find(({ file }) => existsSync(file));
  if (!report) return { title, passed: 0, failed: 1, note: 'no result', failures: [] };
  const { passed, broken, skipped, failures, ...counts } = report.read(JSON.parse(readFileSync(report.file, 'utf8')));
  let failed = counts.failed + broken + (mustRunAll ? skipped : 0);
  const notes = [];
  if (broken > 0) notes.push(`${broken} files could not be run`);
  if (skipped > 0) notes.push(`${skipped} skipped${mustRunAll ? ', which counts as failed' : ''}`);
  const task = tasks.find((row) => row.task === `${suite.name}#test`);
  if (failed === 0 && (!task?.ok || passed === 0)) {
    failed = 1;
    notes.push(passed === 0 ? 'no tests' : 'the suite itself failed');
  }
  return { title, passed, failed, note: notes.join(', '), failures };
}

function gateRow(gate, tasks) {
  const own = tasks.filter((row) => row.name === gate);
  const bad = own.filter((row) => !row.ok).map((row) => row.task.split('#')[0].replace('//', 'root'));
  const ok = own.length > 0 && bad.length === 0;
  const note = bad.join(', ') || (ok ? '' : 'did not run');
  return { title: gate, passed: ok ? 1 : 0, failed: ok ? 0 : 1, note: note === 'root' ? '' : note, failures: [] };
}

/**
 * Prints each failed test, a row for each gate and suite, and the total as the very last line. Returns the number of
 * failures.
 * `tasks`: rows of `runTasks`.
 */
export function printSummary(gates, suites, tasks) {
  const rows = [...gates.map((gate) => gateRow(gate, tasks)), ...suites.map((suite) => rowOf(suite, tasks))];
  printFailures(rows.flatMap(({ failures }) => failures));
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
