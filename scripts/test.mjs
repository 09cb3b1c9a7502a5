/**
 * `npm test`: every gate and every suite, then a row for each and `N passed, N failed` as the last line.
 * `npm test -- api web` runs only the suites of these packages.
 */
import { bringChromium } from './chromium.mjs';
import { GATES, runTasks } from './gates.mjs';
import { findSuites, forgetResults, printSummary } from './summary.mjs';
import { fail, prepare } from './workspace.mjs';

const BROWSER = '@app/e2e';

function choose(all, names) {
  if (names.length === 0) return all;
  const wanted = names.map((name) => (name.startsWith('@') ? name : `@app/${name}`));
  const unknown = wanted.find((name) => !all.some((suite) => suite.name === name));
  if (unknown) fail(`There is no suite ${unknown}.`, `Suites: ${all.map((suite) => suite.name).join(', ')}`);
  return all.filter((suite) => wanted.includes(suite.name));
}

// Whoever reads only the last line learns too that nothing could be run.
let summed = false;
process.on('exit', () => {
  if (!summed) console.log('\n0 passed, 1 failed');
});

const names = process.argv.slice(2);
await prepare();

const suites = choose(findSuites(), names);
const gates = names.length === 0 ? GATES : [];
forgetResults(suites);

const inBrowser = suites.filter((suite) => suite.name === BROWSER);
const others = suites.filter((suite) => suite.name !== BROWSER);
if (inBrowser.length > 0) Object.assign(process.env, await bringChromium());

// A cached result belongs to the Node that made it.
process.env.NODE_RUNTIME = process.version;

const tasks = [];
if (others.length > 0) {
  const filters = names.length === 0 ? [`!${BROWSER}`] : others.map((suite) => suite.name);
  tasks.push(...(await runTasks([...gates, 'test'], filters)).rows);
}
// Alone and last: a browser beside other suites on two cores makes its own weather.
if (inBrowser.length > 0) tasks.push(...(await runTasks(['types', 'test'], [BROWSER])).rows);

summed = true;
process.exit(printSummary(gates, suites, tasks) === 0 ? 0 : 1);
