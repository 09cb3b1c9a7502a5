import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createTestFolder } from './test-folder.js';

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'test-folder-'));
});

afterEach(() => rm(parent, { recursive: true, force: true }));

it('can be entered by other accounts', async () => {
  const dir = await createTestFolder(parent);

  expect(dirname(dir)).toBe(parent);
  expect((await stat(dir)).mode & 0o777).toBe(0o711);
});

it('removes the folders of processes that have ended, and no other', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const kept = [`test-services-${process.pid}-a`, 'test-services-x', 'something-else'];
  for (const name of [...kept, `test-services-${ended}-a`])
    await mkdir(join(parent, name, 'postgres'), { recursive: true });

  const own = basename(await createTestFolder(parent));

  expect((await readdir(parent)).toSorted()).toEqual([...kept, own].toSorted());
});
