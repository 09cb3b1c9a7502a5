import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../environment.js';
import { preparePostgresBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { changeOwner, openPostgresHome, type PostgresHome } from './postgres-home.js';
import { clearStalePidFile } from './running-process.js';
import { startOnPort, startService, type ServiceProcess } from './service-process.js';

export { removePostgresData } from './postgres-home.js';
export { AlreadyRunningError } from './running-process.js';

const run = promisify(execFile);
const USER = 'postgres';

export interface PostgresOptions {
  dir: string;
  port?: number;
  /** false: faster, but a power failure may destroy the data. Default true. */
  durable?: boolean;
  onLog?: (line: string) => void;
}

export interface PostgresServer {
  url: string;
  port: number;
  pid: number;
  /** Differs from the requested folder if the server's account cannot reach that. */
  dir: string;
  exited: Promise<void>;
  /** Writes a checkpoint. */
  stop(): Promise<void>;
  /** Writes no checkpoint; the next start recovers from the log. */
  crash(): Promise<void>;
}

/**
 * As root, runs under `postgres` or `nobody`; ends with this process. @throws AlreadyRunningError, ServiceStartError
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const onLog = options.onLog ?? (() => undefined);
  const home = await openPostgresHome(options.dir, onLog);
  const binaries = await preparePostgresBinaries(home.account, onLog);
  await createCluster(home, binaries, options.durable ?? true, onLog);
  await clearStalePidFile(join(home.dataDir, 'postmaster.pid'), 'postgres', 'Postgres', home.dataDir);
  const { server, port } = await launch(home, binaries, options, onLog);
  return {
    url: `postgres://${USER}:${home.password}@127.0.0.1:${port}/postgres`,
    port,
    pid: server.pid,
    dir: home.dataDir,
    exited: server.exited,
    stop: () => server.end(['SIGINT', 'SIGQUIT', 'SIGKILL']),
    crash: () => server.end(['SIGQUIT', 'SIGKILL']),
  };
}

async function createCluster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  durable: boolean,
  onLog: (line: string) => void,
): Promise<void> {
  const version = (await readFile(join(home.dataDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === binaries.major) return;
  if (version) {
    throw new Error(
      `The data in ${home.dataDir} is of Postgres ${version}, this is Postgres ${binaries.major}. Start anew, or bring the data over with pg_dump.`,
    );
  }
  onLog('Creating the database');
  // An interrupted initdb must not look like a database.
  const unfinished = `${home.dataDir}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await changeOwner(home.account, unfinished);
  await initdb(home, binaries, unfinished, durable);
  await rename(unfinished, home.dataDir);
}

async function initdb(
  home: PostgresHome,
  binaries: PostgresBinaries,
  dataDir: string,
  durable: boolean,
): Promise<void> {
  const secretDir = await mkdtemp(join(home.account ? dirname(dataDir) : tmpdir(), 'initdb-'));
  const passwordFile = join(secretDir, 'password');
  try {
    await writeFile(passwordFile, `${home.password}\n`, { mode: 0o600 });
    if (home.account)
      await Promise.all([changeOwner(home.account, secretDir), changeOwner(home.account, passwordFile)]);
    const flags = [
      `--pgdata=${dataDir}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // The default depends on LANG, and SQL_ASCII cannot count Chinese characters.
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      // Without it pg_trgm finds no trigrams in Chinese text.
      '--lc-ctype=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ];
    await run(binaries.initdb, flags, { cwd: '/', env: childEnvironment(), ...idsOf(home) });
  } finally {
    await rm(secretDir, { recursive: true, force: true });
  }
}

const idsOf = ({ account }: PostgresHome) => (account ? { uid: account.uid, gid: account.gid } : {});

function launch(
  home: PostgresHome,
  binaries: PostgresBinaries,
  options: PostgresOptions,
  onLog: (line: string) => void,
): Promise<{ server: ServiceProcess; port: number }> {
  return startOnPort(options.port, (port) =>
    startService({
      name: 'Postgres',
      command: binaries.postgres,
      args: ['-D', home.dataDir, '-p', String(port), ...settings(options.durable ?? true)],
      ...idsOf(home),
      ready: /database system is ready to accept connections/,
      readyTimeoutMs: 60_000,
      orphanSignal: 'SIGINT',
      onLog,
    }),
  );
}

function settings(durable: boolean): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    // A socket path may be too long or not writable.
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    ...(!durable && { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
