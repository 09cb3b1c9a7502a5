import { execFile } from 'node:child_process';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment, defaultCacheDir } from '../environment.js';
import { findInDebianPackage, isDebianLike } from './debian-package.js';

const run = promisify(execFile);

export interface RedisProgram {
  command: string;
  env: Record<string, string>;
  version: string;
}

export interface FindRedisOptions {
  /** Default: the user's cache folder. */
  cacheDir?: string;
  onProgress?: (message: string) => void;
}

const DEBIAN_REMEDY = 'Go online and try again, install it ("sudo apt-get install redis-server")';
const PACKAGE = { title: 'Redis', name: 'redis-server', program: join('usr', 'bin', 'redis-server') };
const BREW_REMEDY = 'run "brew install redis"';

export class RedisNotFoundError extends Error {
  constructor(reason: string, remedy: string, options?: ErrorOptions) {
    super(`Redis was not found, and ${reason}. ${remedy}, or set REDIS_URL to a Redis that runs.`, options);
    this.name = 'RedisNotFoundError';
  }
}

/** PATH, else the Debian package unpacked into `cacheDir`, else Homebrew. @throws RedisNotFoundError */
export async function findRedisServer(options: FindRedisOptions = {}): Promise<RedisProgram> {
  const onProgress = options.onProgress ?? (() => undefined);
  for (const command of ['redis-server', 'valkey-server']) {
    const installed = await probe(command);
    if (installed) return installed;
  }
  if (platform() === 'darwin') return fromHomebrew(onProgress);
  if (await isDebianLike()) return fromDebian(options.cacheDir ?? defaultCacheDir(), onProgress);
  throw new RedisNotFoundError(
    'it cannot be fetched automatically on this system',
    'Install it with the package manager (for example "sudo dnf install redis")',
  );
}

async function probe(command: string, env: Record<string, string> = {}): Promise<RedisProgram | undefined> {
  try {
    const { stdout } = await run(command, ['--version'], { env: childEnvironment(env) });
    const version = /v=(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
    return version ? { command, env, version } : undefined;
  } catch {
    return undefined;
  }
}

async function fromDebian(cacheDir: string, onProgress: (message: string) => void): Promise<RedisProgram> {
  const dir = join(cacheDir, 'redis');
  try {
    const program = await findInDebianPackage(dir, PACKAGE, probe, onProgress);
    if (program) return program;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RedisNotFoundError(`its package could not be downloaded (${reason})`, DEBIAN_REMEDY, { cause });
  }
  throw new RedisNotFoundError('the downloaded package does not run on this machine', DEBIAN_REMEDY);
}

async function fromHomebrew(onProgress: (message: string) => void): Promise<RedisProgram> {
  const prefix = await run('brew', ['--prefix']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  if (!prefix)
    throw new RedisNotFoundError('Homebrew is not installed', `Install it from https://brew.sh and ${BREW_REMEDY}`);
  const command = join(prefix, 'bin', 'redis-server');
  const present = await probe(command);
  if (present) return present;
  onProgress('Installing Redis with Homebrew (brew install redis)');
  try {
    await run('brew', ['install', 'redis'], { maxBuffer: 64 * 1024 * 1024 });
  } catch (cause) {
    throw new RedisNotFoundError('Homebrew could not install it', `Try to ${BREW_REMEDY}`, { cause });
  }
  const installed = await probe(command);
  if (!installed) throw new RedisNotFoundError(`${command} does not run`, 'Repair it with "brew reinstall redis"');
  return installed;
}
