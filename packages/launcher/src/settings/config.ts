import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

export type Variables = Readonly<Record<string, string>>;

/** Variables that every process needs; all others are passed on explicitly. */
const MACHINE_VARIABLES =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|TZ|LANG|LC_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|XDG_\w+|SystemRoot|https?_proxy|no_proxy)$/i;
const NPM = /^npm_(config|package|lifecycle)_/i;

function filterVariables(variables: NodeJS.Dict<string>, keep: (name: string) => boolean): Variables {
  const entries = Object.entries(variables).flatMap(([name, value]): [string, string][] =>
    value !== undefined && value.trim() !== '' && keep(name) ? [[name, value]] : [],
  );
  return Object.fromEntries(entries);
}

export const machineVariables = (): Variables => filterVariables(process.env, (name) => MACHINE_VARIABLES.test(name));

export const launcherPid = (): number => Number(process.env['LAUNCHER_PID']);

/** Variables of the environment take precedence over `.env` at the repository root. */
export function userVariables(root: string): Variables {
  const file = join(root, '.env');
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return filterVariables({ ...written, ...process.env }, (name) => !NPM.test(name));
}
