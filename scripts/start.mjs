/** `npm start`: makes everything ready, then hands over to the launcher. `--reset` begins anew without the data. */
import { fail, prepare, root, stale, turbo } from './workspace.mjs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const PARTS = ['@app/api', '@app/web', '@app/launcher'];

function options() {
  try {
    const { values } = parseArgs({ options: { reset: { type: 'boolean' }, dev: { type: 'boolean' } } });
    return values;
  } catch (error) {
    return fail(error.message, 'Usage: npm start [-- --reset]');
  }
}

const { reset = false, dev = false } = options();
await prepare();

const build = ['build', ...PARTS.map((name) => `--filter=${name}`)];
const changed = stale(build);
if (changed.length > 0) console.log(`Building ${changed.join(', ')} …`);
const logs = changed.length > 0 ? ['--output-logs=new-only'] : ['--output-logs=errors-only'];
// Where nothing changed there is nothing to say: turbo only puts back what somebody deleted.
const code = await turbo(['run', ...build, ...logs], { stdio: changed.length > 0 ? 'inherit' : 'ignore' });
if (code !== 0) fail('The product could not be built.', 'The lines above name the fault.');

console.log('Starting …');
const { runCommandLine } = await import(join(root, 'packages', 'launcher', 'dist', 'command-line.js'));
process.exit(await runCommandLine({ root, reset, development: dev }));
