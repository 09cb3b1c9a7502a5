import { AdminError, parseAdminCommand } from './modules/subscriptions/index.js';
import { configFromProcess } from './platform/config/config.js';
import { readConfigOrExit } from './platform/process/run-process.js';
import { runAdminCommand } from './run-admin-command.js';

/** The command line of operators: one command of the first arguments, its answer as JSON. */
try {
  const config = readConfigOrExit(configFromProcess);
  const answer = await runAdminCommand(parseAdminCommand(process.argv.slice(2)), config);
  process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof AdminError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
