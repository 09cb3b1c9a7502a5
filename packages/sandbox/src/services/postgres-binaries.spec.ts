import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeInstallation, copyOnce } from './postgres-binaries.js';

let dir: string;
let native: string;

/** A package whose install script has not run. */
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'binaries-spec-'));
  native = join(dir, 'native');
  await Promise.all([mkdir(join(native, 'bin'), { recursive: true }), mkdir(join(native, 'lib'), { recursive: true })]);
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    await writeFile(join(native, 'bin', program), '#!/bin/sh\n', { mode: 0o644 });
  }
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('completeInstallation', () => {
  it('makes programs executable and creates the library links', async () => {
    await completeInstallation(native);

    expect(await readFile(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
    for (const program of ['initdb', 'pg_ctl', 'postgres']) {
      expect((await stat(join(native, 'bin', program))).mode & 0o777).toBe(0o755);
    }
  });

  it('does not change a complete installation', async () => {
    await completeInstallation(native);

    await expect(completeInstallation(native)).resolves.toBeUndefined();
  });
});

describe('copyOnce', () => {
  it('copies once, with symbolic links', async () => {
    await symlink('libpq.so.5.18', join(native, 'lib', 'libpq.so.5'));
    const target = join(dir, 'shared', 'postgres-18');

    await Promise.all([copyOnce(native, target), copyOnce(native, target)]);
    await writeFile(join(target, 'mark'), '');
    await copyOnce(native, target);

    expect(await readFile(join(target, 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
    expect(await readdir(join(dir, 'shared'))).toEqual(['postgres-18']);
    expect(await readdir(target)).toContain('mark');
  });
});
