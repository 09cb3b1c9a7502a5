import { beforeAll, describe, expect, test } from '@jest/globals';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { StorageError, type Storage } from '../../src/platform/storage/storage.port.js';

const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/** What every place for image bytes must do. `make` gives an empty one. */
export function storageContract(name: string, make: () => Promise<Storage>): void {
  describe(`storage: ${name}`, () => {
    let storage: Storage;
    beforeAll(async () => {
      storage = await make();
    });
    const newKey = (): string => `pictures/2026/11/${randomUUID()}/1-${randomBytes(4).toString('hex')}.png`;
    const keys = async (prefix: string, after?: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const { key } of storage.list(prefix, after)) found.push(key);
      return found;
    };

    test('gives back exactly what was put, and says its size and hash', async () => {
      const body = randomBytes(300_000);
      const key = newKey();
      const put = await storage.put(key, body, 'image/png');
      expect(put).toEqual({ key, bytes: body.length, sha256: sha256(body) });
      expect(await storage.stat(key)).toEqual(put);
      expect(await storage.size(key)).toBe(body.length);
      const opened = await storage.open(key);
      expect(opened?.bytes).toBe(body.length);
      expect((await buffer(opened!.stream)).equals(body)).toBe(true);
      expect((await storage.read(key))?.equals(body)).toBe(true);
    });

    test('gives a range with inclusive ends, and still says the size of the whole', async () => {
      const body = randomBytes(1000);
      const key = newKey();
      await storage.put(key, body, 'image/png');
      const opened = await storage.open(key, { start: 10, end: 19 });
      expect(opened?.bytes).toBe(1000);
      expect((await buffer(opened!.stream)).equals(body.subarray(10, 20))).toBe(true);
    });

    test('keeps an empty object', async () => {
      const key = newKey();
      await storage.put(key, Buffer.alloc(0), 'image/png');
      expect((await storage.stat(key))?.bytes).toBe(0);
      expect(await storage.size(key)).toBe(0);
      expect((await storage.read(key))?.length).toBe(0);
    });

    test('never writes a key twice', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('first'), 'image/png');
      await expect(storage.put(key, Buffer.from('second'), 'image/png')).rejects.toBeInstanceOf(StorageError);
      expect((await storage.stat(key))?.sha256).toBe(sha256(Buffer.from('first')));
    });

    test('of twenty writers of one key exactly one succeeds, and its bytes are whole', async () => {
      const key = newKey();
      const bodies = Array.from({ length: 20 }, () => randomBytes(50_000));
      const results = await Promise.allSettled(bodies.map((body) => storage.put(key, body, 'image/png')));
      const winners = results.flatMap((r) => (r.status === 'fulfilled' ? [r.value.sha256] : []));
      expect(winners).toHaveLength(1);
      expect((await storage.stat(key))?.sha256).toBe(winners[0]);
    });

    test('answers null for what is not there, also below an object and for a folder', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('x'), 'image/png');
      for (const absent of [newKey(), `${key}/below`, key.slice(0, key.lastIndexOf('/')), 'pictures']) {
        expect(await storage.stat(absent)).toBeNull();
        expect(await storage.open(absent)).toBeNull();
        expect(await storage.read(absent)).toBeNull();
        expect(await storage.size(absent)).toBeNull();
      }
    });

    test('removes, and removing again is no error', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('x'), 'image/png');
      await storage.remove(key);
      await storage.remove(key);
      await storage.remove(newKey());
      expect(await storage.stat(key)).toBeNull();
    });

    test('lists every key of a prefix in order, with size and age', async () => {
      const ids = Array.from({ length: 40 }, () => randomUUID());
      const made = [
        'list/a.png',
        'list/a/b.png',
        'list/a-b.png',
        'list/ab/c.png',
        ...ids.map((id) => `list/${id}/1.png`),
      ];
      for (const key of made) await storage.put(key, Buffer.from(key), 'image/png');
      expect(await keys('list/')).toEqual([...made].sort());
      expect(await keys('list/a')).toEqual(made.filter((key) => key.startsWith('list/a')).sort());
      expect(await keys(`list/${ids[7]}/`)).toEqual([`list/${ids[7]}/1.png`]);
      expect(await keys('nothing/')).toEqual([]);
      const before = Date.now();
      for await (const found of storage.list('list/a.png')) {
        expect(found.bytes).toBe('list/a.png'.length);
        expect(Math.abs(before - found.modifiedAt.getTime())).toBeLessThan(60_000);
      }
    });

    test('goes on with a list behind any key, also one that is gone', async () => {
      const made = ['after/a.png', 'after/a/b.png', 'after/a/c/d.png', 'after/ab.png', 'after/b/a.png', 'after/c.png'];
      for (const key of made) await storage.put(key, Buffer.from(key), 'image/png');
      for (const after of [...made, 'after/a/b.gif', 'after/a/c/e', 'after/b', 'after/', 'after/zz', 'a', 'z']) {
        expect({ after, keys: await keys('after/', after) }).toEqual({
          after,
          keys: made.filter((key) => key > after),
        });
      }
    });

    test.each([
      '',
      '/etc/passwd',
      '../x',
      'a/../../x',
      'a//b',
      'a/./b',
      'a\\b',
      'a\0b',
      '.hidden',
      'a/.b',
      'A/b',
      'a/',
      '~aa/b',
      'é',
      'a'.repeat(513),
    ])('refuses the key %j everywhere', async (key) => {
      await expect(storage.put(key, Buffer.from('x'), 'image/png')).rejects.toBeInstanceOf(StorageError);
      await expect(storage.stat(key)).rejects.toBeInstanceOf(StorageError);
      await expect(storage.size(key)).rejects.toBeInstanceOf(StorageError);
      await expect(storage.open(key)).rejects.toBeInstanceOf(StorageError);
      await expect(storage.read(key)).rejects.toBeInstanceOf(StorageError);
      await expect(storage.remove(key)).rejects.toBeInstanceOf(StorageError);
    });
  });
}
