import { createHash, randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assertStorageKey } from './storage-key.js';
import { StorageError, type ListedObject, type OpenedObject, type Storage, type StoredObject } from './storage.port.js';

const FILE_MODE = 0o640;
const DIR_MODE = 0o750;
const WAITING_ROOM = '.incoming';
const SHARD = '~';
/** Folders with names this long are ids, of which there can be millions. */
const SHARDED_FROM = 16;

interface Wanted {
  prefix: string;
  after: string;
}

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error) ?? '');

const fault = (what: string, error: unknown): StorageError =>
  new StorageError(`Could not ${what} (${errorCode(error) ?? 'unknown'})`, { cause: error });

/** Splits folders with an entry per id by the first two letters: `~3f/3f25…`. */
const spread = (segment: string): string =>
  segment.length >= SHARDED_FROM ? `${SHARD}${segment.slice(0, 2)}/${segment}` : segment;

function relativePath(key: string): string {
  assertStorageKey(key);
  const segments = key.split('/');
  const name = segments.pop() ?? '';
  return [...segments.map(spread), name].join('/');
}

/** Written beside, flushed and then linked, so that a crash leaves the whole object or none. */
export class LocalDiskStorage implements Storage {
  private readonly root: string;

  /** `accelLocation`: where a web server in front serves this folder, with a trailing slash. */
  constructor(
    dir: string,
    private readonly accelLocation: string | null = null,
  ) {
    this.root = resolve(dir);
  }

  async put(key: string, body: Buffer, _contentType: string): Promise<StoredObject> {
    const target = this.path(key);
    const waiting = join(this.root, WAITING_ROOM, randomUUID());
    try {
      await this.makeFolder(dirname(waiting));
      try {
        await writeFlushed(waiting, body);
        await this.linkInto(waiting, target);
        await flushFolder(dirname(target));
      } finally {
        await rm(waiting, { force: true });
      }
    } catch (error) {
      throw fault(`write ${key}`, error);
    }
    return { key, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
  }

  async stat(key: string): Promise<StoredObject | null> {
    const opened = await this.open(key);
    if (!opened) return null;
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      await pipeline(opened.stream, async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
        }
      });
    } catch (error) {
      throw fault(`read ${key}`, error);
    }
    return { key, bytes, sha256: hash.digest('hex') };
  }

  async size(key: string): Promise<number | null> {
    const path = this.path(key);
    try {
      const info = await stat(path);
      return info.isFile() ? info.size : null;
    } catch (error) {
      if (isAbsent(error)) return null;
      throw fault(`look for ${key}`, error);
    }
  }

  async open(key: string, range?: { start: number; end: number }): Promise<OpenedObject | null> {
    const path = this.path(key);
    try {
      const handle = await open(path, constants.O_RDONLY);
      const info = await handle.stat();
      if (!info.isFile()) {
        await handle.close();
        return null;
      }
      return { stream: handle.createReadStream(range), bytes: info.size };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw fault(`read ${key}`, error);
    }
  }

  async read(key: string): Promise<Buffer | null> {
    const path = this.path(key);
    try {
      return await readFile(path);
    } catch (error) {
      if (isAbsent(error)) return null;
      throw fault(`read ${key}`, error);
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.path(key);
    try {
      await unlink(path);
      // Fails, as intended, for a folder that is not empty.
      await rmdir(dirname(path)).catch(() => undefined);
    } catch (error) {
      if (isAbsent(error)) return;
      throw fault(`remove ${key}`, error);
    }
  }

  async removeUnfinished(olderThanMs: number): Promise<void> {
    const oldest = Date.now() - olderThanMs;
    try {
      const dir = join(this.root, WAITING_ROOM);
      for (const { name } of await entriesOf(dir)) {
        const path = join(dir, name);
        const info = await stat(path).catch(() => null);
        if (info && info.mtimeMs <= oldest) await rm(path, { force: true });
      }
    } catch (error) {
      throw fault('remove unfinished writes', error);
    }
  }

  async *list(prefix: string, after = ''): AsyncIterable<ListedObject> {
    try {
      yield* this.walk('', this.root, { prefix, after });
    } catch (error) {
      throw fault('list', error);
    }
  }

  directAddress(): null {
    return null;
  }

  /** Keys and shards need no escaping in a path. */
  internalAddress(key: string): string | null {
    return this.accelLocation === null ? null : this.accelLocation + relativePath(key);
  }

  /** In the order of code units, as object stores list them: `name/` sorts as the folder's keys do. */
  private async *walk(parent: string, dir: string, wanted: Wanted): AsyncIterable<ListedObject> {
    const { prefix, after } = wanted;
    for await (const entry of inOrder(dir)) {
      const key = parent + entry.name;
      if (entry.isFolder) {
        const below = `${key}/`;
        const isBehind = below > after || after.startsWith(below);
        if (isBehind && (below.startsWith(prefix) || prefix.startsWith(below)))
          yield* this.walk(below, entry.path, wanted);
      } else if (key > after && key.startsWith(prefix)) {
        const info = await stat(entry.path).catch(() => null);
        if (info) yield { key, bytes: info.size, modifiedAt: info.mtime };
      }
    }
  }

  private path(key: string): string {
    return join(this.root, relativePath(key));
  }

  /** A concurrent removal may delete the folder while it is looked for, or before the link is made. */
  private async linkInto(waiting: string, target: string, tries = 5): Promise<void> {
    try {
      await this.makeFolder(dirname(target));
      await link(waiting, target);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || tries <= 1) throw error;
      await this.linkInto(waiting, target, tries - 1);
    }
  }

  /** New folders must reach the disk too, or a power cut loses the file. */
  private async makeFolder(dir: string): Promise<void> {
    const first = await mkdir(dir, { recursive: true, mode: DIR_MODE });
    if (first === undefined) return;
    for (let at = dirname(dir); at.length >= dirname(first).length; at = dirname(at)) {
      await flushFolder(at);
      if (at === dirname(at)) return;
    }
  }
}

async function writeFlushed(path: string, body: Buffer): Promise<void> {
  const handle = await open(path, 'wx', FILE_MODE);
  try {
    await handle.writeFile(body);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function flushFolder(dir: string): Promise<void> {
  const handle = await open(dir, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface Entry {
  name: string;
  path: string;
  isFolder: boolean;
}

const sortName = (entry: Entry): string => (entry.isFolder ? `${entry.name}/` : entry.name);

/** Holds one shard's names in memory at a time. */
async function* inOrder(dir: string): AsyncIterable<Entry> {
  const groups = new Map<string, { entries: Entry[]; shard: string | null }>();
  const group = (letters: string) => {
    const found = groups.get(letters) ?? { entries: [], shard: null };
    groups.set(letters, found);
    return found;
  };
  for (const found of await entriesOf(dir)) {
    const path = join(dir, found.name);
    if (found.name.startsWith(SHARD)) group(found.name.slice(SHARD.length)).shard = path;
    else if (!found.name.startsWith('.')) {
      const entry = { name: found.name, path, isFolder: found.isDirectory() };
      group(sortName(entry).slice(0, 2)).entries.push(entry);
    }
  }
  for (const [, { entries, shard }] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const inShard = shard === null ? [] : await entriesOf(shard);
    const all = [...entries, ...inShard.map(({ name }) => ({ name, path: join(shard ?? dir, name), isFolder: true }))];
    yield* all.sort((a, b) => (sortName(a) < sortName(b) ? -1 : 1));
  }
}

async function entriesOf(dir: string): Promise<Dirent[]> {
  try {
    return await readdir(dir, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
