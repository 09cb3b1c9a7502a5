import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AlreadyRunningError, startRedis, type RedisOptions, type RedisServer } from './redis.js';

let dir: string;
const running: RedisServer[] = [];

const start = async (options: Partial<RedisOptions> = {}): Promise<RedisServer> => {
  const server = await startRedis({ dir, ...options });
  running.push(server);
  return server;
};

const withClient = async <T>(server: RedisServer, use: (client: Redis) => Promise<T>): Promise<T> => {
  const client = new Redis(server.url, { maxRetriesPerRequest: 1 });
  try {
    return await use(client);
  } finally {
    client.disconnect();
  }
};

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'redis-spec-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill()));
  await rm(dir, { recursive: true, force: true });
});

describe('startRedis', () => {
  it('listens on the loopback interface only and never evicts a key', async () => {
    const server = await start();

    const settings = await withClient(server, (client) => client.config('GET', 'bind', 'maxmemory-policy'));

    expect(settings).toEqual(expect.arrayContaining(['bind', '127.0.0.1', 'maxmemory-policy', 'noeviction']));
  });

  it('requires a password that other accounts of the machine cannot read', async () => {
    const server = await start({ persistent: true });
    await withClient(server, (client) => client.set('kept', 'yes'));

    const withoutPassword = { ...server, url: `redis://127.0.0.1:${server.port}` };
    await expect(withClient(withoutPassword, (client) => client.get('kept'))).rejects.toThrow('NOAUTH');

    const { password } = new URL(server.url);
    const processes = await promisify(execFile)('ps', ['-A', '-o', 'args']);
    expect(processes.stdout).not.toContain(password);
    const names = await readdir(dir, { recursive: true });
    expect(names).toContainEqual(expect.stringMatching(/\.aof$/));
    for (const path of [dir, ...names.map((name) => join(dir, name))]) {
      expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0]);
    }
  });

  it('makes its folder private and keeps its address over a restart', async () => {
    await chmod(dir, 0o755);
    const first = await start({ persistent: true });
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    await first.stop();
    expect((await start({ persistent: true, port: first.port })).url).toBe(first.url);
  });

  it('keeps its data when it is persistent', async () => {
    const first = await start({ persistent: true });
    await withClient(first, (client) => client.set('kept', 'yes'));
    await first.stop();

    expect(await withClient(await start({ persistent: true }), (client) => client.get('kept'))).toBe('yes');
  });

  it('starts empty when it is not persistent', async () => {
    const first = await start();
    await withClient(first, (client) => client.set('kept', 'yes'));
    await first.stop();

    expect(await withClient(await start(), (client) => client.get('kept'))).toBeNull();
  });

  it('refuses a folder in use, with the pid of its server', async () => {
    const first = await start({ persistent: true });

    await expect(start({ persistent: true })).rejects.toThrow(AlreadyRunningError);
    await expect(start({ persistent: true })).rejects.toMatchObject({ pid: first.pid });
  });

  it('starts despite the pid file of a killed server', async () => {
    const first = await start({ persistent: true });
    await first.kill();
    await writeFile(join(dir, 'redis.pid'), `${process.pid}\n`);

    expect(await withClient(await start({ persistent: true }), (client) => client.ping())).toBe('PONG');
  });

  it('reports that a requested port is taken', async () => {
    const first = await start();

    await expect(startRedis({ dir: join(dir, 'other'), port: first.port })).rejects.toThrow(
      new RegExp(`${first.port}.*in use`),
    );
  });
});
