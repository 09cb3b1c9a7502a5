/**
 * `npm run proof`: builds the product and runs the long suites of every package that has a `proof` script, one after the
 * other. `npm run proof -- api` runs only the suites of these packages. Takes hours; the figures of a run are written to
 * docs/reliability.md and docs/performance.md. What follows the one suite is for its runner, and nothing is written then:
 *   npm run proof -- proof mutants -t "wrong size"
 */
import { mkdirSync, readFileSync, rmSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bringChromium } from './chromium.mjs';
import { bringFirefox } from './firefox.mjs';
import { fail, pnpm, prepare, root, turbo } from './workspace.mjs';

const BROWSER = '@app/e2e';
const RESULT = join('test-results', 'proof.json');

/** All packages with a `proof` script. */
function findSuites() {
  return ['apps', 'packages']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => manifest.scripts?.proof)
    .map(({ folder, manifest }) => ({ folder, name: manifest.name }));
}

/** The suites that the arguments name, and what follows them. */
function readArguments(args, all) {
  const known = (arg) => all.find(({ name }) => name === arg || name === `@app/${arg}`);
  const end = args.findIndex((arg) => !known(arg));
  const chosen = (end === -1 ? args : args.slice(0, end)).map(known);
  const patterns = end === -1 ? [] : args.slice(end);
  if (patterns.length > 0 && chosen.length !== 1) {
    const names = all.map(({ name }) => name.replace('@app/', '')).join(', ');
    fail(`"${patterns[0]}" has no proof, and a pattern needs exactly one package before it.`, `Packages: ${names}`);
  }
  return { suites: chosen.length === 0 ? all : chosen, patterns };
}

/** Builds what the suite needs and passes the patterns to its own runner. Resolves with its exit code. */
async function runMatching({ name }, patterns) {
  const built = await turbo(['run', 'build', `--filter=${name}...`, '--output-logs=errors-only']);
  return built === 0 ? pnpm(['--filter', name, 'proof', ...patterns]) : built;
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

const bringBrowsers = async () => {
  try {
    return { ...(await bringChromium()), ...(await bringFirefox()) };
  } catch (error) {
    return fail(error.message, error.remedy);
  }
};

await prepare();
const { suites, patterns } = readArguments(process.argv.slice(2), findSuites());
if (suites.some(({ name }) => name === BROWSER)) Object.assign(process.env, await bringBrowsers());
if (patterns.length > 0) process.exit(await runMatching(suites[0], patterns));
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
