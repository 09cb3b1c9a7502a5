/**
 * `npm run proof`: builds the product and runs the long suites of every package that has a `proof` script, one after the
 * other. `npm run proof -- api` runs only the suites of these packages. Takes hours; the figures of a run are written to
 * docs/reliability.md and docs/performance.md.
 */
import { mkdirSync, readFileSync, rmSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bringChromium } from './chromium.mjs';
import { fail, prepare, root, turbo } from './workspace.mjs';

const BROWSER = '@app/e2e';
const RESULT = join('test-results', 'proof.json');

function findSuites(names) {
  const suites = ['apps', 'packages']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => manifest.scripts?.proof)
    .map(({ folder, manifest }) => ({ folder, name: manifest.name }));
  const wanted = names.map((name) => (name.startsWith('@') ? name : `@app/${name}`));
  const unknown = wanted.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown) fail(`${unknown} has no proof.`, `Packages: ${suites.map(({ name }) => name).join(', ')}`);
  return wanted.length === 0 ? suites : suites.filter(({ name }) => wanted.includes(name));
}

/** Jest and Playwright count differently; a suite without either report is judged by its exit code. */
function countTests(folder) {
  const file = join(folder, RESULT);
  if (!existsSync(file)) return '';
  const {
    numPassedTests,
    numFailedTests,
    numRuntimeErrorTestSuites = 0,
    stats,
  } = JSON.parse(readFileSync(file, 'utf8'));
  const passed = numPassedTests ?? stats?.expected ?? 0;
  const failed = (numFailedTests ?? stats?.unexpected ?? 0) + numRuntimeErrorTestSuites;
  return `${passed} passed, ${failed} failed`;
}

await prepare();
const suites = findSuites(process.argv.slice(2));
if (suites.some(({ name }) => name === BROWSER)) Object.assign(process.env, await bringChromium());
process.env.PROOF_RECORD ??= '1';

const rows = [];
for (const { name, folder } of suites) {
  rmSync(join(folder, RESULT), { force: true });
  mkdirSync(join(folder, 'test-results'), { recursive: true });
  const start = Date.now();
  const code = await turbo(['run', 'proof', `--filter=${name}`, '--concurrency=1', '--output-logs=full']);
  rows.push({ name, ok: code === 0, minutes: Math.round((Date.now() - start) / 60_000), counts: countTests(folder) });
}

console.log('');
for (const { name, ok, minutes, counts } of rows) {
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(16)} ${String(minutes).padStart(4)} min  ${counts}`);
}
const failed = rows.filter(({ ok }) => !ok).length;
console.log(`\n${rows.length - failed} proofs passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
