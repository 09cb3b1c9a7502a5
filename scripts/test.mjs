/**
 * `npm test [-- [suites…] [patterns…]]`: suite names come first, everything after the last one is a pattern.
 *   npm test                   every gate and every suite
 *   npm test -- api web        the suites of these packages
 *   npm test -- '!api' '!e2e'  everything but these suites
 *   npm test -- api sharing    of one suite, the test files whose path matches; by its own runner, at once
 * But for patterns, the last line is `N passed, N failed`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bringChromium } from './chromium.mjs';
import { GATES, runTasks } from './gates.mjs';
import { findSuites, forgetResults, printSummary } from './summary.mjs';
import { fail, prepare, root, run, turbo } from './workspace.mjs';

const BROWSER = '@app/e2e';
/** A browser beside other suites on two cores slows both down, but for the proof's tests, which mostly wait. */
const LAST = [BROWSER, '@app/proof'];
const fullName = (name) => (name.startsWith('@') ? name : `@app/${name}`);

/** What the arguments ask for. `isWhole`: with the gates. */
function readArguments(args, all) {
  const known = (arg) => all.find(({ name }) => name === fullName(arg.replace(/^!/, '')));
  const end = args.findIndex((arg) => !known(arg));
  const names = end === -1 ? args : args.slice(0, end);
  const patterns = end === -1 ? [] : args.slice(end);
  const left = names.filter((name) => name.startsWith('!')).map(known);
  const chosen = names.filter((name) => !name.startsWith('!')).map(known);
  if (patterns.length > 0 && (chosen.length !== 1 || left.length > 0)) {
    const suites = all.map(({ name }) => name.replace('@app/', '')).join(', ');
    fail(`"${patterns[0]}" is no suite, and a pattern needs exactly one suite before it.`, `Suites: ${suites}`);
  }
  const isWhole = chosen.length === 0;
  const suites = all.filter((suite) => (isWhole || chosen.includes(suite)) && !left.includes(suite));
  return { suites, patterns, isWhole };
}

/** The environment of browser tests. */
const browserEnvironment = () => bringChromium().catch((error) => fail(error.message, error.remedy));

/** Builds what the suite needs and runs the matching files by its own runner. Resolves with its exit code. */
async function runMatching(suite, patterns) {
  const { tasks } = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8'));
  const needsItself = tasks[`${suite.name}#test`]?.dependsOn.includes('build');
  const filter = needsItself ? `${suite.name}...` : `${suite.name}^...`;
  const built = await turbo(['run', 'build', `--filter=${filter}`, '--output-logs=errors-only', '--log-order=grouped']);
  if (built !== 0) return built;
  const isBrowser = suite.script.startsWith('playwright');
  const [command, ...args] = isBrowser ? ['playwright', 'test'] : ['jest'];
  const cwd = join(root, suite.folder);
  const env = suite.name === BROWSER ? await browserEnvironment() : {};
  return run(join(cwd, 'node_modules', '.bin', command), [...args, ...patterns], { cwd, env });
}

/** Runs suites and gates by turbo and prints the summary. Resolves with the number of failures. */
async function runSuites(suites, isWhole) {
  forgetResults(suites);
  // A cached result belongs to the Node that made it.
  process.env.NODE_RUNTIME = process.version;
  const gates = isWhole ? GATES : [];
  const last = suites.filter(({ name }) => LAST.includes(name));
  const others = suites.filter((suite) => !last.includes(suite));
  // Chromium is installed while the other suites build and run; a failure is reported when they have ended.
  const chromium = last.some(({ name }) => name === BROWSER) ? bringChromium() : undefined;
  chromium?.catch(() => undefined);

  const tasks = [];
  if (others.length > 0) {
    const names = new Set(others.map(({ name }) => name));
    const left = findSuites().filter(({ name }) => !names.has(name));
    const filters = isWhole ? left.map(({ name }) => `!${name}`) : [...names];
    tasks.push(...(await runTasks([...gates, 'test'], filters)).rows);
  }
  if (chromium) Object.assign(process.env, await chromium.catch((error) => fail(error.message, error.remedy)));
  if (last.length > 0) {
    const names = last.map(({ name }) => name);
    tasks.push(...(await runTasks(isWhole ? ['build', 'test'] : ['test'], names)).rows);
  }
  return printSummary(gates, suites, tasks);
}

await prepare();
const { suites, patterns, isWhole } = readArguments(process.argv.slice(2), findSuites());
if (patterns.length > 0) process.exit(await runMatching(suites[0], patterns));

// The last line says that nothing could be run, too.
let isSummed = false;
process.on('exit', () => {
  if (!isSummed) console.log('\n0 passed, 1 failed');
});
const failures = await runSuites(suites, isWhole);
isSummed = true;
process.exit(failures === 0 ? 0 : 1);
