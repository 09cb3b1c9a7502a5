/** `npm start`: makes everything ready, then hands over to the launcher. `--reset` begins anew without the data. */
import { prepare, fail, root, turbo } from './workspace.mjs';
import { existsSync } from 'node:fs';
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

const launcher = join(root, 'packages', 'launcher', 'dist', 'index.js');
console.log(existsSync(launcher) ? 'Checking that everything is built …' : 'Building …');
const filters = PARTS.map((name) => `--filter=${name}`);
const code = await turbo(['run', 'build', ...filters, '--output-logs=errors-only', '--log-order=grouped']);
if (code !== 0) fail('The product could not be built.', 'The lines above name the fault.');

console.log('Starting …');
const { runCommandLine } = await import(join(root, 'packages', 'launcher', 'dist', 'command-line.js'));
process.exit(await runCommandLine({ root, reset, development: dev }));
