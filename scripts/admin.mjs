/** `npm run admin -- …`: the command line of operators, for the product that `npm start` runs here. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, root, run } from './workspace.mjs';

const dataDir = resolve(root, process.env.DATA_DIR ?? '.data');
const file = join(dataDir, 'api-environment.json');
const program = join(root, 'apps', 'api', 'dist', 'main.admin.js');
if (!existsSync(file) || !existsSync(program)) fail(`Nothing has been started in ${dataDir}.`, 'Run npm start first.');
process.exit(
  await run(process.execPath, [program, ...process.argv.slice(2)], { env: JSON.parse(readFileSync(file, 'utf8')) }),
);
