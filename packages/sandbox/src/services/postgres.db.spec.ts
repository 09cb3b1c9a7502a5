import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { AlreadyRunningError, removePostgresData, startPostgres, type PostgresServer } from './postgres.js';

let parent: string;
let dir: string;
const running: PostgresServer[] = [];

const start = async (): Promise<PostgresServer> => {
  const server = await startPostgres({ dir, durable: false });
  running.push(server);
  return server;
};

const query = async (server: PostgresServer, sql: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
};

async function openFolder(): Promise<void> {
  parent = await mkdtemp(join(tmpdir(), 'postgres-spec-'));
  await chmod(parent, 0o711);
  dir = join(parent, 'postgres');
}

async function deleteFolder(): Promise<void> {
  await removePostgresData(dir);
  await rm(parent, { recursive: true, force: true });
}

const stopAll = () => Promise.all(running.splice(0).map((server) => server.crash()));

describe('startPostgres on one folder', () => {
  beforeAll(openFolder);
  afterEach(stopAll);
  afterAll(deleteFolder);

  it('makes a UTF-8 database that counts and searches Chinese by characters, whatever the locale', async () => {
    const server = await start();

    expect(await query(server, "SELECT current_setting('server_encoding'), length('一只猫')")).toEqual(['UTF8', 3]);
    await query(server, 'CREATE EXTENSION pg_trgm');
    expect(await query(server, "SELECT array_length(show_trgm('一只猫'), 1)")).toEqual([4]);
  });

  it('listens on the loopback interface only and asks for the password', async () => {
    const server = await start();

    expect(await query(server, "SELECT current_setting('listen_addresses')")).toEqual(['127.0.0.1']);
    await expect(query({ ...server, url: server.url.replace(/:[^:@]+@/, ':wrong@') }, 'SELECT 1')).rejects.toThrow(
      /password authentication failed/,
    );
  });

  it('reuses an existing database with its password', async () => {
    const first = await start();
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS value');
    await first.stop();

    const second = await start();

    expect(await query(second, 'SELECT value FROM kept')).toEqual([42]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  it('recovers what was committed before a crash', async () => {
    const first = await start();
    await query(first, 'CREATE TABLE recovered AS SELECT 42 AS value');
    await first.crash();

    expect(await query(await start(), 'SELECT value FROM recovered')).toEqual([42]);
  });

  it.each([
    ['a process that is gone', 2 ** 22 - 1],
    ['another program that was given the same number', process.pid],
  ])('starts despite a stale pid file of %s', async (_, pid) => {
    const first = await start();
    await first.stop();
    await writeFile(join(first.dir, 'postmaster.pid'), `${pid}\n${first.dir}\n1\n5432\n\n127.0.0.1\n`);

    expect(await query(await start(), 'SELECT 1')).toEqual([1]);
  });

  it('refuses a folder in use, with the pid of its server', async () => {
    const first = await start();

    const second = start();

    await expect(second).rejects.toThrow(AlreadyRunningError);
    await expect(second).rejects.toMatchObject({ pid: first.pid });
    expect(await query(first, 'SELECT 1')).toEqual([1]);
  });

  it('reports when the server ends by itself', async () => {
    const server = await start();

    process.kill(server.pid, 'SIGQUIT');

    await server.exited;
    await expect(query(server, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  });
});

describe('startPostgres on a new folder', () => {
  beforeEach(openFolder);
  afterEach(async () => {
    await stopAll();
    await deleteFolder();
  });

  it('starts over after an interrupted initdb', async () => {
    await mkdir(join(dir, 'data.new'), { recursive: true });
    await writeFile(join(dir, 'data.new', 'PG_VERSION'), '18\n');

    expect(await query(await start(), 'SELECT 1')).toEqual([1]);
  });

  it('stores and deletes data where its account has access', async () => {
    await chmod(parent, 0o700);
    const isRoot = process.getuid?.() === 0;

    const server = await start();

    expect(server.dir.startsWith(dir)).toBe(!isRoot);
    expect(await query(server, 'SELECT 1')).toEqual([1]);
    await server.stop();
    await removePostgresData(dir);
    await expect(stat(server.dir)).rejects.toThrow(/ENOENT/);
    await expect(stat(dir)).rejects.toThrow(/ENOENT/);
  });

  it('removes data stored elsewhere when its temporary folder is gone', async () => {
    await chmod(parent, 0o700);
    const first = await start();
    await first.stop();
    await rm(dir, { recursive: true });

    const second = await start();

    expect(second.dir === first.dir).toBe(process.getuid?.() !== 0);
    await expect(query(second, 'SELECT 1')).resolves.toEqual([1]);
    await second.stop();
    await rm(dir, { recursive: true });
    dir = join(parent, 'another');
    await start();
    await expect(stat(join(second.dir, '..', 'owner'))).rejects.toThrow(/ENOENT/);
  });
});
