import { mkdir } from 'node:fs/promises';
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
  await clearStalePidFile(join(dir, 'redis.pid'), 'redis-server', 'Redis', dir);
  const { server, port } = await startOnPort(options.port, (at) => start(program, { ...options, dir }, at));
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: server.pid,
    exited: server.exited,
    stop: () => server.end(['SIGTERM', 'SIGKILL']),
    kill: () => server.end(['SIGKILL']),
  };
}

function start(program: RedisProgram, options: RedisOptions, port: number): Promise<ServiceProcess> {
  return startService({
    name: 'Redis',
    command: program.command,
    args: settings(options, port),
    // Redis does not start with an unknown LANG.
    env: { ...program.env, LC_ALL: 'C' },
    ready: /Ready to accept connections/,
    readyTimeoutMs: 60_000,
    orphanSignal: 'SIGTERM',
    ...(options.onLog && { onLog: options.onLog }),
  });
}

function settings(options: RedisOptions, port: number): string[] {
  const values = {
    port: String(port),
    bind: '127.0.0.1',
    'protected-mode': 'yes',
    daemonize: 'no',
    dir: options.dir,
    pidfile: join(options.dir, 'redis.pid'),
    save: '',
    appendonly: options.persistent ? 'yes' : 'no',
    // Evicted keys would lose jobs; refused writes are visible.
    'maxmemory-policy': 'noeviction',
  };
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
}
