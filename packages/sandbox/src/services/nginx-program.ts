import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment, defaultCacheDir } from '../environment.js';
import { findInDebianPackage, isDebianLike } from './debian-package.js';
import { errorField } from './error-field.js';

const run = promisify(execFile);

export interface NginxProgram {
  command: string;
  env: Record<string, string>;
  version: string;
}

const PACKAGE = { title: 'nginx', name: 'nginx', program: join('usr', 'sbin', 'nginx') };
// Debian installs it outside of an ordinary user's PATH.
const INSTALLED = ['nginx', '/usr/sbin/nginx'];

export class NginxNotFoundError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`nginx was not found, and ${reason}. Install it with the package manager.`, options);
    this.name = 'NginxNotFoundError';
  }
}

/** The installed nginx, else the distribution's package, unpacked into the cache. @throws NginxNotFoundError */
export async function findNginx(onProgress: (message: string) => void = () => undefined): Promise<NginxProgram> {
  for (const command of INSTALLED) {
    const installed = await probe(command);
    if (installed) return installed;
  }
  if (!(await isDebianLike())) throw new NginxNotFoundError('it cannot be fetched automatically on this system');
  return fromDebian(join(defaultCacheDir(), 'nginx'), onProgress);
}

async function fromDebian(dir: string, onProgress: (message: string) => void): Promise<NginxProgram> {
  try {
    const program = await findInDebianPackage(dir, PACKAGE, probe, onProgress);
    if (program) return program;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NginxNotFoundError(`its package could not be downloaded (${reason})`, { cause });
  }
  throw new NginxNotFoundError('the downloaded package does not run on this machine');
}

async function probe(command: string, env: Record<string, string> = {}): Promise<NginxProgram | undefined> {
  // nginx prints its version to stderr.
  const said = await run(command, ['-v'], { env: childEnvironment(env) }).then(
    ({ stderr }) => stderr,
    (error: unknown) => errorField(error, 'stderr'),
  );
  const version = /nginx\/(\d+\.\d+\.\d+)/.exec(said)?.[1];
  return version ? { command, env, version } : undefined;
}
