import { until } from '@app/api/test-support/until';
import { startPostgres, type PostgresServer } from '@app/sandbox/postgres';
import { afterAll, beforeAll } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { dataDir } from '../config.js';

const run = promisify(execFile);
const BRING_MS = 600_000;
/** Fewer than the processes have connections to PgBouncer, so that transactions of different clients share each. */
const SERVER_CONNECTIONS = 8;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A program of Debian 13 with its own C library, for older systems. */
async function bringPgBouncer(): Promise<{ command: string; args: string[] }> {
  const root = join(dataDir(), '..', 'pgbouncer');
  await run(join(process.cwd(), 'src', 'pooler', 'bring-pgbouncer.sh'), [root], { timeout: BRING_MS });
  const libraries = join(root, 'usr', 'lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`);
  const loader = join(libraries, process.arch === 'arm64' ? 'ld-linux-aarch64.so.1' : 'ld-linux-x86-64.so.2');
  return { command: loader, args: ['--library-path', libraries, join(root, 'usr', 'sbin', 'pgbouncer')] };
}

/** A durable Postgres, and PgBouncer in transaction mode in front of it. */
export class PooledPostgres {
  private postgres: PostgresServer | undefined;
  private pgbouncer: ChildProcess | undefined;
  private dir = '';
  private pooled = '';

  environment(): Record<string, string> {
    return { DATABASE_URL: this.pooled, DATABASE_DIRECT_URL: this.postgres?.url ?? '', DATABASE_POOL: '10' };
  }

  async start(): Promise<void> {
    this.dir = await mkdtemp(join(tmpdir(), 'proof-pooler-'));
    // Neither server runs as root, and both must be able to enter the folder.
    await chmod(this.dir, 0o755);
    this.postgres = await startPostgres({ dir: join(this.dir, 'postgres') });
    const direct = new URL(this.postgres.url);
    const port = await freePort();
    await this.writeSettings(direct, port);
    const { command, args } = await bringPgBouncer();
    const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    this.pgbouncer = spawn(command, [...args, ...account, join(this.dir, 'pgbouncer.ini')], { stdio: 'ignore' });
    direct.port = String(port);
    this.pooled = direct.href;
    await until(() =>
      this.ask('show version').then(
        () => true,
        () => false,
      ),
    );
  }

  async end(): Promise<void> {
    this.pgbouncer?.kill('SIGQUIT');
    await this.postgres?.crash();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Asks PgBouncer's own console. */
  async ask<T>(command: string): Promise<T[]> {
    const address = new URL(this.pooled);
    address.pathname = '/pgbouncer';
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    try {
      return (await client.query(command)).rows as T[];
    } finally {
      await client.end();
    }
  }

  private async writeSettings({ username, password, port }: URL, listenPort: number): Promise<void> {
    const users = join(this.dir, 'users.txt');
    await writeFile(users, `"${username}" "${password}"\n`, { mode: 0o644 });
    const lines = [
      '[databases]',
      `* = host=127.0.0.1 port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${users}`,
      `admin_users = ${username}`,
      'pool_mode = transaction',
      'max_prepared_statements = 200',
      `default_pool_size = ${SERVER_CONNECTIONS}`,
      'max_client_conn = 500',
    ];
    await writeFile(join(this.dir, 'pgbouncer.ini'), `${lines.join('\n')}\n`, { mode: 0o644 });
  }
}

/** Call before the product starts, so that it stops after the product. */
export function usePooledPostgres(): PooledPostgres {
  const database = new PooledPostgres();
  beforeAll(() => database.start(), BRING_MS);
  afterAll(() => database.end(), 60_000);
  return database;
}
