import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { PartError } from '../parts/part.js';
import { LogFile } from '../processes/log-file.js';

interface MigrationOptions {
  script: string;
  env: Record<string, string>;
  logFile: string;
  externalDatabase: boolean;
  signal: AbortSignal;
}

export async function runMigrations(options: MigrationOptions): Promise<void> {
  const { script, env, logFile, externalDatabase, signal } = options;
  const log = new LogFile(logFile);
  log.rotate();
  const output = log.open();
  // An own process group, so that Ctrl-C cannot interrupt a migration directly.
  const child = spawn(process.execPath, [script], { env, detached: true, stdio: ['ignore', output, output], signal });
  closeSync(output);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code === 0) return;
  throw new PartError(
    'migrations',
    `ended with code ${code}`,
    log.tail(),
    externalDatabase
      ? 'Is the Postgres at DATABASE_URL reachable, and may its user create tables?'
      : `The whole log is in ${logFile}; to begin anew without the data: npm start -- --reset`,
  );
}
