import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Variables by name; a blank one counts as unset. */
export type Variables = Readonly<Record<string, string>>;

/** What any process of this machine needs to run at all; the rest of the environment is handed on by choice. */
const MACHINE =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|TZ|LANG|LC_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|XDG_\w+|SystemRoot|https?_proxy|no_proxy)$/i;
/** npm's own settings would steer every npm and pnpm below. */
const NPM = /^npm_(config|package|lifecycle)_/i;

function known(variables: NodeJS.Dict<string>, keep: (name: string) => boolean): Variables {
  const entries = Object.entries(variables).flatMap(([name, value]): [string, string][] =>
    value !== undefined && value.trim() !== '' && keep(name) ? [[name, value]] : [],
  );
  return Object.fromEntries(entries);
}

/** The part of the environment that describes the machine rather than the product. */
export const machineVariables = (): Variables => known(process.env, (name) => MACHINE.test(name));

/** In a process of the product: the launcher that started it. */
export const launcherPid = (): number => Number(process.env['LAUNCHER_PID']);

/** What the person set: in the environment, or else in `.env` at the root of the repository. */
export function personVariables(root: string): Variables {
  const file = join(root, '.env');
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return known({ ...written, ...process.env }, (name) => !NPM.test(name));
}
