import { PartError } from '../parts/part.js';
import { fileRemedy, outputRemedy } from '../processes/file-remedy.js';
import { formatLog } from '../processes/format-log.js';
import { AlreadyRunningError } from '../run/run-file.js';
import { PortBusyError } from '../settings/ports.js';
import { SettingsError } from '../settings/settings.js';

/** What happened, and the next step. Only an error that nobody foresaw shows its stack. */
export function formatError(error: unknown): string {
  if (error instanceof PartError) {
    const output = error.output ? `\n\n${formatLog(error.output).replaceAll(/^/gm, '  | ')}\n` : '';
    // Without room no other remedy helps, least of all one that deletes data.
    const remedy = outputRemedy(`${error.message}\n${error.output}`) ?? error.remedy;
    return `${error.message}${output}\n${remedy}`;
  }
  if (error instanceof AlreadyRunningError) {
    return `${error.message}\nStop that one with Ctrl-C, or with: kill ${error.pid}`;
  }
  if (error instanceof PortBusyError) return `${error.message}\nFree the port, or set WEB_PORT to another one.`;
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const remedy = fileRemedy(error);
  return remedy === undefined ? (error.stack ?? error.message) : `${error.message}\n${remedy}`;
}
