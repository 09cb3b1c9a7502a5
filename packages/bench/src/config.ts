import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the prepared data lies between two runs: below the user's cache. */
export const dataDir = (): string =>
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'image-studio', 'bench');

/** What processes need of the machine's environment. */
export const machineEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
