import { Redis } from 'ioredis';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Forms in which a word can be stored: plain, UTF-16, escaped as in JSON or a URL, base64. */
const encodingsOf = (needle: string): Buffer[] => [
  Buffer.from(needle),
  Buffer.from(needle, 'utf16le'),
  Buffer.from(JSON.stringify(needle).slice(1, -1)),
  Buffer.from(encodeURIComponent(needle)),
  Buffer.from(Buffer.from(needle).toString('base64').replace(/=+$/, '')),
];

function search(where: string, content: Buffer, needles: readonly string[]): string[] {
  const folded = Buffer.from(content.toString('latin1').toLowerCase(), 'latin1');
  const isIn = (bytes: Buffer): boolean =>
    content.includes(bytes) || folded.includes(Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1'));
  return needles.filter((needle) => encodingsOf(needle).some(isIn)).map((needle) => `${where}: ${needle}`);
}

/** Searches names and contents. Returns `file: needle`. */
export async function findInFolder(dir: string, needles: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found.push(...search(path, Buffer.from(path), needles));
    if (entry.isFile()) found.push(...search(path, await readFile(path), needles));
  }
  return found;
}

const READERS: Record<string, (redis: Redis, key: string) => Promise<unknown>> = {
  string: (redis, key) => redis.get(key),
  hash: (redis, key) => redis.hgetall(key),
  list: (redis, key) => redis.lrange(key, 0, -1),
  set: (redis, key) => redis.smembers(key),
  zset: (redis, key) => redis.zrange(key, 0, -1),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
};

/** Searches keys and values. Returns `key: needle`. */
export async function findInRedis(url: string, needles: readonly string[]): Promise<string[]> {
  const redis = new Redis(url);
  try {
    const found: string[] = [];
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key);
      const read = READERS[type];
      // The key expired after it was listed.
      if (type === 'none') continue;
      if (!read) throw new Error(`nobody looked into a ${type} yet`);
      found.push(...search(key, Buffer.from(`${key} ${JSON.stringify(await read(redis, key))}`), needles));
    }
    return found;
  } finally {
    redis.disconnect();
  }
}
