import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from './config.js';

export const ENVIRONMENT_FILE = 'api-environment.json';

/** Keeps the settings of the running API, for commands beside it; they hold secrets, hence mode 0600. */
export function keepEnvironment(dataDir: string, variables: Variables): void {
  const file = join(dataDir, ENVIRONMENT_FILE);
  writeFileSync(file, `${JSON.stringify(variables, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
