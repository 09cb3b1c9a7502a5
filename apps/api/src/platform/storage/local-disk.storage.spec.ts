import { afterAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { link, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '../../../test/contracts/storage.contract.js';
import { LocalDiskStorage } from './local-disk.storage.js';
import { StorageError } from './storage.port.js';

const folders: string[] = [];
const folder = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'storage-'));
  folders.push(dir);
  return dir;
};
afterAll(async () => {
  for (const dir of folders) await rm(dir, { recursive: true, force: true });
});

storageContract('local disk', async () => new LocalDiskStorage(join(await folder(), 'made', 'on', 'demand')));

describe('local disk', () => {
  test('ids are spread over folders, files are not for everybody, and nothing is left beside them', async () => {
    const dir = await folder();
    const storage = new LocalDiskStorage(dir);
    await storage.put('pictures/3f2504e0-4f89-41d3-9a0c-0305e82c3301/1.png', Buffer.from('x'), 'image/png');
    const path = join(dir, 'pictures/~3f/3f2504e0-4f89-41d3-9a0c-0305e82c3301/1.png');
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect(await readdir(join(dir, '.incoming'))).toEqual([]);
  });

  test('a web server in front finds an object by a path without a letter to escape, and nothing that is no key', async () => {
    const storage = new LocalDiskStorage(await folder(), '/_pictures/');
    const key = 'pictures/3f2504e0-4f89-41d3-9a0c-0305e82c3301/1-a_b.w320.webp';
    const address = storage.internalAddress(key);
    expect(address).toBe('/_pictures/pictures/~3f/3f2504e0-4f89-41d3-9a0c-0305e82c3301/1-a_b.w320.webp');
    expect(encodeURI(address ?? '')).toBe(address);
    for (const none of ['../secret', 'a/../b', '/etc/passwd', 'a b', 'a%2fb', 'a\r\nx: y', '.incoming/x', ''])
      expect(() => storage.internalAddress(none)).toThrow(StorageError);
    expect(new LocalDiskStorage(await folder()).internalAddress(key)).toBeNull();
  });

  test('a write that is cut off leaves nothing under the key, and what it left is not listed', async () => {
    const dir = await folder();
    const storage = new LocalDiskStorage(dir);
    await storage.put('a/1.png', Buffer.from('x'), 'image/png');
    await writeFile(join(dir, '.incoming', 'cut-off'), randomBytes(10));
    const keys: string[] = [];
    for await (const { key } of storage.list('')) keys.push(key);
    expect(keys).toEqual(['a/1.png']);
  });

  test('a write that fails halfway leaves nothing beside', async () => {
    const dir = await folder();
    const storage = new LocalDiskStorage(dir);
    function* untilFull(): Generator<Buffer> {
      yield randomBytes(10);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    const put = storage.put('a/1.png', untilFull() as unknown as Buffer, 'image/png');
    await expect(put).rejects.toThrow('Could not write a/1.png (ENOSPC)');
    expect(await readdir(join(dir, '.incoming'))).toEqual([]);
    expect(await storage.size('a/1.png')).toBeNull();
  });

  test('what writes that were cut off left is removed once it is old, and objects are left alone', async () => {
    const dir = await folder();
    const storage = new LocalDiskStorage(dir);
    await storage.removeUnfinished(1_000);
    await storage.put('a/1.png', Buffer.from('x'), 'image/png');
    const [old, young] = [join(dir, '.incoming', 'old'), join(dir, '.incoming', 'young')];
    for (const path of [old, young]) await writeFile(path, randomBytes(10));
    // A process that ended between the link and the removal of the first name.
    await link(join(dir, 'a/1.png'), join(dir, '.incoming', 'linked'));
    const before = new Date(Date.now() - 60_000);
    for (const path of [old, join(dir, 'a/1.png')]) await utimes(path, before, before);
    await storage.removeUnfinished(30_000);
    expect(await readdir(join(dir, '.incoming'))).toEqual(['young']);
    expect(await storage.size('a/1.png')).toBe(1);
  });

  test('the last object of a folder takes the folder with it, also while others write there', async () => {
    const dir = await folder();
    const storage = new LocalDiskStorage(dir);
    const comeAndGo = async (name: string) => {
      for (let round = 0; round < 100; round += 1) {
        await storage.put(`a/${name}.png`, Buffer.from('x'), 'image/png');
        await storage.remove(`a/${name}.png`);
      }
    };
    await Promise.all(['one', 'two', 'three', 'four'].map(comeAndGo));
    expect(await readdir(dir)).toEqual(['.incoming']);
  });

  test('a disk that refuses is a StorageError, not silence', async () => {
    const dir = await folder();
    await writeFile(join(dir, 'file'), 'in the way');
    const storage = new LocalDiskStorage(join(dir, 'file'));
    await expect(storage.put('a.png', Buffer.from('x'), 'image/png')).rejects.toBeInstanceOf(StorageError);
  });

  test('a folder that cannot be read is a StorageError, also where its objects are listed', async () => {
    const dir = await folder();
    await symlink('loop', join(dir, 'loop'));
    const listing = new LocalDiskStorage(join(dir, 'loop')).list('')[Symbol.asyncIterator]();
    await expect(listing.next()).rejects.toMatchObject({ name: 'StorageError', message: 'Could not list (ELOOP)' });
  });

  (process.platform === 'linux' ? test : test.skip)(
    'an object of which the disk gives no byte is a StorageError, also for its hash',
    async () => {
      const dir = await folder();
      // Opens like any other file, and answers each read with EIO.
      await symlink('/proc/self/mem', join(dir, 'a.png'));
      const storage = new LocalDiskStorage(dir);
      const fault = { name: 'StorageError', message: 'Could not read a.png (EIO)' };
      await expect(storage.stat('a.png')).rejects.toMatchObject(fault);
      await expect(storage.read('a.png')).rejects.toMatchObject(fault);
    },
  );
});
