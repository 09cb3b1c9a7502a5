import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment, defaultCacheDir } from '../environment.js';
import { unpackDebianRedis } from './redis-debian.js';

const run = promisify(execFile);

export interface RedisProgram {
  command: string;
  /** What the program needs in its environment to find its libraries. */
  env: Record<string, string>;
  version: string;
}

export interface FindRedisOptions {
  /** Where a downloaded Redis is kept. Default: the user's cache folder. */
  cacheDir?: string;
  onProgress?: (message: string) => void;
}

/** No Redis, and no way to get one; the message says what the user can do. */
export class RedisNotFoundError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `Redis was not found and ${reason}. Install Redis (for example "sudo dnf install redis"), or set REDIS_URL to a running one.`,
      options,
    );
    this.name = 'RedisNotFoundError';
  }
}

/**
 * A Redis server program: the one on PATH; else, on Debian and Ubuntu, the distribution's package, downloaded and
 * unpacked into `cacheDir` (the system's package state is not touched, no rights are needed); else, on macOS, Homebrew's.
 * @throws RedisNotFoundError
 */
export async function findRedisServer(options: FindRedisOptions = {}): Promise<RedisProgram> {
  const onProgress = options.onProgress ?? (() => undefined);
  for (const command of ['redis-server', 'valkey-server']) {
    const installed = await probe(command);
    if (installed) return installed;
  }
  if (platform() === 'darwin') return fromHomebrew(onProgress);
  if (await isDebianLike()) return fromDebian(options.cacheDir ?? defaultCacheDir(), onProgress);
  throw new RedisNotFoundError('there is no known way to get it for this system');
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

async function isDebianLike(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}

async function fromDebian(cacheDir: string, onProgress: (message: string) => void): Promise<RedisProgram> {
  try {
    const { command, libraryPath } = await unpackDebianRedis(join(cacheDir, 'redis'), onProgress);
    const program = await probe(command, { LD_LIBRARY_PATH: libraryPath });
    if (program) return program;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RedisNotFoundError(`its Debian package could not be downloaded (${reason})`, { cause });
  }
  throw new RedisNotFoundError('the Debian package does not run on this machine');
}

async function fromHomebrew(onProgress: (message: string) => void): Promise<RedisProgram> {
  const prefix = await run('brew', ['--prefix']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  if (!prefix)
    throw new RedisNotFoundError(
      'Homebrew is not installed either: get it from https://brew.sh and run "brew install redis"',
    );
  const command = join(prefix, 'bin', 'redis-server');
  const present = await probe(command);
  if (present) return present;
  onProgress('Installing Redis with Homebrew (brew install redis)');
  try {
    await run('brew', ['install', 'redis'], { maxBuffer: 64 * 1024 * 1024 });
  } catch (cause) {
    throw new RedisNotFoundError('"brew install redis" failed', { cause });
  }
  const installed = await probe(command);
  if (!installed) throw new RedisNotFoundError(`Homebrew's ${command} does not run`);
  return installed;
}
