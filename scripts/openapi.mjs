/** `npm run openapi`: writes the description of the API to openapi.json, for clients and mock servers. */
import { join } from 'node:path';
import { fail, prepare, root, run, turbo } from './workspace.mjs';

await prepare();
const built = await turbo(['run', 'build', '--filter=@app/api', '--output-logs=new-only']);
if (built !== 0) fail('The API could not be built.', 'The lines above name the fault.');
const file = join(root, 'openapi.json');
const code = await run(process.execPath, [join(root, 'apps', 'api', 'dist', 'main.openapi.js'), file]);
if (code === 0) console.log(`Written: ${file}`);
process.exit(code);
