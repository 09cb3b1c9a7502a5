/** `npm start`: makes everything ready, then hands over to the launcher. `--reset` begins anew without the data. */
import { settingsFile } from './settings-file.mjs';
import { fail, prepare, root, run, stale, turbo } from './workspace.mjs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

function options() {
  try {
    const { values } = parseArgs({ options: { reset: { type: 'boolean' }, dev: { type: 'boolean' } } });
    return values;
  } catch (error) {
    return fail(error.message, 'Usage: npm start [-- --reset]');
  }
}

const launcher = join(root, 'packages', 'launcher', 'dist', 'cli');

/** A build takes away the pages that a product in this folder serves. The launcher itself refuses a second start, too. */
function refuseSecondStart() {
  const script = join(launcher, 'refuse-second-start.js');
  // Without a build, or without packages, nothing runs, and the script fails otherwise.
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  if (status === 3) fail(stderr.trimEnd());
}

async function build(...packages) {
  const task = ['build', ...packages.map((name) => `--filter=${name}`)];
  const changed = stale(task);
  if (changed.length > 0) console.log(`Building ${changed.join(', ')} …`);
  // Without changes turbo only restores files that were deleted.
  const code = await turbo(['run', ...task, '--output-logs=new-only'], {
    stdio: changed.length > 0 ? 'inherit' : 'ignore',
  });
  if (code !== 0) fail('The product could not be built.', 'The lines above name the fault.');
}

const { reset = false, dev = false } = options();
refuseSecondStart();
await prepare();
// Settings of the web build, which reads the environment alone.
for (const [name, value] of Object.entries(settingsFile())) if (name.startsWith('VITE_')) process.env[name] ??= value;
if (dev) {
  // The web app runs from its sources, so a fault in them is shown in the browser and stops nothing here.
  await build('@app/api', '@app/launcher', '@app/web^...');
  for (const script of ['paint-samples', 'draw-icons'])
    await run(process.execPath, [`scripts/${script}.mjs`], { cwd: join(root, 'apps', 'web') });
} else {
  await build('@app/api', '@app/launcher', '@app/web');
}

console.log('Starting …');
const { runCommandLine } = await import(join(launcher, 'command-line.js'));
process.exit(await runCommandLine({ root, reset, development: dev }));
