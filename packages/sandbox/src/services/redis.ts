import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findRedisServer, type FindRedisOptions, type RedisProgram } from './redis-server.js';
import { clearStalePidFile } from './running-process.js';
import { startOnPort, startService, type ServiceProcess } from './service-process.js';

export { findRedisServer, RedisNotFoundError, type FindRedisOptions, type RedisProgram } from './redis-server.js';
export { AlreadyRunningError } from './running-process.js';

export interface RedisOptions extends FindRedisOptions {
  dir: string;
  port?: number;
  /** true: data survives a stop, and all but the last second survives a crash. Default false. */
  persistent?: boolean;
  onLog?: (line: string) => void;
}

export interface RedisServer {
  /** redis://:password@127.0.0.1:port */
  url: string;
  port: number;
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Never evicts keys; ends with this process. @throws RedisNotFoundError, AlreadyRunningError, ServiceStartError */
export async function startRedis(options: RedisOptions): Promise<RedisServer> {
  const program = await findRedisServer(options);
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true });
  // Also of one that was made before: its files were readable for everybody.
  await chmod(dir, 0o700);
  const password = await openPassword(dir);
  await clearStalePidFile(join(dir, 'redis.pid'), 'redis-server', 'Redis', dir);
  const { server, port } = await startOnPort(options.port, (at) => start(program, { ...options, dir, password }, at));
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    port,
    pid: server.pid,
    exited: server.exited,
    stop: () => server.end(['SIGTERM', 'SIGKILL']),
    kill: () => server.end(['SIGKILL']),
  };
}

interface Settings extends RedisOptions {
  password: string;
}

/** The same at each start on `dir`, since processes that use the server keep its address. */
async function openPassword(dir: string): Promise<string> {
  const file = join(dir, 'password');
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known !== '') return known;
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function start(program: RedisProgram, options: Settings, port: number): Promise<ServiceProcess> {
  return startService({
    name: 'Redis',
    command: program.command,
    args: [await writeSettings(options, port)],
    // An unknown LANG of the machine would stop Redis from starting.
    env: { ...program.env, LC_ALL: 'C' },
    ready: /Ready to accept connections/,
    readyTimeoutMs: 60_000,
    orphanSignal: 'SIGTERM',
    ...(options.onLog && { onLog: options.onLog }),
  });
}

/** Writes the settings and returns their path: arguments would show the password to everybody on the machine. */
async function writeSettings(options: Settings, port: number): Promise<string> {
  const values = {
    port: String(port),
    bind: '127.0.0.1',
    'protected-mode': 'yes',
    requirepass: options.password,
    daemonize: 'no',
    dir: options.dir,
    pidfile: join(options.dir, 'redis.pid'),
    save: '',
    appendonly: options.persistent ? 'yes' : 'no',
    // Evicted keys would lose jobs; refused writes are visible.
    'maxmemory-policy': 'noeviction',
  };
  const path = join(options.dir, 'redis.conf');
  const lines = Object.entries(values).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  return path;
}
