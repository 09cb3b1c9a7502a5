/**
 * `npm run bench`: measures the built product; `npm run bench -- pages queries` runs only some benchmarks, `-- --write`
 * writes the latest results to docs/performance.md.
 */
import { join } from 'node:path';
import { fail, prepare, root, run, turbo } from './workspace.mjs';

await prepare();
const built = await turbo(['run', 'build', '--filter=@app/proof', '--output-logs=new-only']);
if (built !== 0) fail('The product could not be built.', 'The lines above name the fault.');
const main = join(root, 'packages', 'proof', 'dist', 'cli', 'bench.js');
process.exit(await run(process.execPath, [main, ...process.argv.slice(2)]));
