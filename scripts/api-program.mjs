/** Runs a program of the API beside the product that `npm start` runs here, with its settings. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { settingsFile } from './settings-file.mjs';
import { fail, root, run } from './workspace.mjs';

/** `name`: of the program in `apps/api/dist`. Ends this process with its exit code. */
export async function runApiProgram(name, args) {
  const dataDir = resolve(root, process.env.DATA_DIR || settingsFile().DATA_DIR || '.data');
  const file = join(dataDir, 'api-environment.json');
  const program = join(root, 'apps', 'api', 'dist', name);
  if (!existsSync(file) || !existsSync(program))
    fail(`Nothing has been started in ${dataDir}.`, 'Run npm start first.');
  process.exit(await run(process.execPath, [program, ...args], { env: JSON.parse(readFileSync(file, 'utf8')) }));
}
