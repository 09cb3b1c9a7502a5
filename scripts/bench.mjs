/**
 * `npm run bench`: measures the built product against its budgets; `npm run bench -- lists search` only some parts,
 * `-- --write` puts the newest results into docs/performance.md.
 */
import { join } from 'node:path';
import { fail, prepare, root, run, turbo } from './workspace.mjs';

await prepare();
const built = await turbo(['run', 'build', '--filter=@app/bench', '--output-logs=new-only']);
if (built !== 0) fail('The product could not be built.', 'The lines above name the fault.');
const main = join(root, 'packages', 'bench', 'dist', 'cli', 'main.js');
process.exit(await run(process.execPath, [main, ...process.argv.slice(2)]));
