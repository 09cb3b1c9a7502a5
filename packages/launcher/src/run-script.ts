import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { PartError } from './parts/part.js';
import { LogFile } from './processes/log-file.js';

interface ScriptOptions {
  /** What a failure is told by. */
  name: string;
  script: string;
  env: Record<string, string>;
  logFile: string;
  remedy: string;
  signal: AbortSignal;
}

/**
 * Runs a program that ends by itself.
 * @throws PartError if that fails; StoppedError's cause, an AbortError, if it is called off.
 */
export async function runScript({ name, script, env, logFile, remedy, signal }: ScriptOptions): Promise<void> {
  const log = new LogFile(logFile);
  const output = log.open();
  // A group of its own: Ctrl-C must not reach it directly and leave a half of it unsaid.
  const child = spawn(process.execPath, [script], { env, detached: true, stdio: ['ignore', output, output], signal });
  closeSync(output);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new PartError(name, `ended with code ${code}`, log.tail(), remedy);
}
