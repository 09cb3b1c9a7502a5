import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { PartError } from '../parts/part.js';
import { LogFile } from '../processes/log-file.js';

interface ScriptOptions {
  name: string;
  script: string;
  args?: string[];
  env: Record<string, string>;
  logFile: string;
  remedy: string;
  signal: AbortSignal;
}

/** Runs a program that ends by itself. @throws PartError; an AbortError when `signal` aborts it */
export async function runScript({
  name,
  script,
  args = [],
  env,
  logFile,
  remedy,
  signal,
}: ScriptOptions): Promise<void> {
  const log = new LogFile(logFile);
  log.rotate();
  const output = log.open();
  // An own process group, so that Ctrl-C cannot interrupt a migration directly.
  const child = spawn(process.execPath, [script, ...args], {
    env,
    detached: true,
    stdio: ['ignore', output, output],
    signal,
  });
  closeSync(output);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new PartError(name, `ended with code ${code}`, log.tail(), remedy);
}
