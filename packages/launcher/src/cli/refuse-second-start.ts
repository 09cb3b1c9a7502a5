import { userVariables } from '../settings/config.js';
import { AlreadyRunningError, RunFile } from '../run/run-file.js';
import { readSettings } from '../settings/settings.js';
import { formatError } from './format-error.js';

/**
 * Run by `scripts/start.mjs` before it builds, in a process of its own that loads what was built before: ends with this
 * code if the data folder is in use. All other faults are told by the start itself.
 */
const ALREADY_RUNNING = 3;

const root = process.argv[2] ?? process.cwd();
try {
  new RunFile(readSettings(userVariables(root), root).dataDir).assertFree();
} catch (error) {
  if (error instanceof AlreadyRunningError) {
    process.stderr.write(`Not started. ${formatError(error)}\n`);
    process.exitCode = ALREADY_RUNNING;
  }
}
