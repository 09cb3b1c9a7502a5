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

  it('answers nobody without its password, which no other account of the machine can read', async () => {
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

  it('closes a folder that others could read, and keeps its address over a restart', async () => {
    await chmod(dir, 0o755);
    const first = await start({ persistent: true });
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    await first.stop();
    expect((await start({ persistent: true, port: first.port })).url).toBe(first.url);
  });

  it('keeps what was written, when asked to', async () => {
    const first = await start({ persistent: true });
    await withClient(first, (client) => client.set('kept', 'yes'));
    await first.stop();

    expect(await withClient(await start({ persistent: true }), (client) => client.get('kept'))).toBe('yes');
  });

  it('starts empty otherwise', async () => {
    const first = await start();
    await withClient(first, (client) => client.set('kept', 'yes'));
    await first.stop();

    expect(await withClient(await start(), (client) => client.get('kept'))).toBeNull();
  });

  it('refuses a folder on which a server already runs and names its process', async () => {
    const first = await start({ persistent: true });

    await expect(start({ persistent: true })).rejects.toThrow(AlreadyRunningError);
    await expect(start({ persistent: true })).rejects.toMatchObject({ pid: first.pid });
  });

  it('starts after a kill, which leaves its pid file behind', async () => {
    const first = await start({ persistent: true });
    await first.kill();
    await writeFile(join(dir, 'redis.pid'), `${process.pid}\n`);

    expect(await withClient(await start({ persistent: true }), (client) => client.ping())).toBe('PONG');
  });

  it('says which port is taken when it was asked for that one', async () => {
    const first = await start();

    await expect(startRedis({ dir: join(dir, 'other'), port: first.port })).rejects.toThrow(
      new RegExp(`${first.port}.*in use`),
    );
  });
});
