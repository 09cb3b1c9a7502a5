import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { unpackDebianPackage } from './debian-package.js';

const PATH = process.env.PATH ?? '';
let dir: string;
let progress: string[];

/** Puts a program first on PATH. */
const substitute = (name: string, script: string) =>
  writeFile(join(dir, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'debian-package-spec-'));
  progress = [];
  await mkdir(join(dir, 'bin'));
  process.env.PATH = `${join(dir, 'bin')}${delimiter}${PATH}`;
});
afterEach(async () => {
  process.env.PATH = PATH;
  await rm(dir, { recursive: true, force: true });
});

const REDIS = { title: 'Redis', name: 'redis-server', program: join('usr', 'bin', 'redis-server') };
const unpack = () => unpackDebianPackage(join(dir, 'cache', 'redis'), REDIS, (message) => progress.push(message));

/** A fake apt that writes one package into the given cache and records its calls. */
const WORKING_APT = (log: string) => `echo "$@" >> ${log}
for argument in "$@"; do case "$argument" in Dir::Cache=*) cache="\${argument#Dir::Cache=}";; esac; done
case "$*" in *--download-only*) touch "$cache/archives/redis-server_1.deb";; esac`;

const UNPACKING_DPKG = `mkdir -p "$3/usr/bin" "$3/usr/lib/x86_64-linux-gnu" && touch "$3/usr/bin/redis-server"`;

describe('unpackDebianPackage', () => {
  it('uses lists, caches and locks of its own', async () => {
    const log = join(dir, 'calls');
    await substitute('apt-get', WORKING_APT(log));
    await substitute('dpkg-deb', UNPACKING_DPKG);

    const redis = await unpack();

    expect(redis).toEqual({
      command: join(dir, 'cache', 'redis', 'usr', 'bin', 'redis-server'),
      libraryPath: join(dir, 'cache', 'redis', 'usr', 'lib', 'x86_64-linux-gnu'),
    });
    const calls = (await readFile(log, 'utf8')).trim().split('\n');
    expect(calls).toHaveLength(2);
    for (const call of calls) {
      expect(call).toContain(`Dir::State=${join(dir, 'cache')}`);
      expect(call).toContain(`Dir::Cache=${join(dir, 'cache')}`);
      expect(call).toContain('Debug::NoLocking=1');
    }
    expect(progress.length).toBeGreaterThanOrEqual(3);
    expect(await readdir(join(dir, 'cache'))).toEqual(['redis']);
  });

  it('reuses a finished download', async () => {
    await substitute('apt-get', WORKING_APT('/dev/null'));
    await substitute('dpkg-deb', UNPACKING_DPKG);
    const first = await unpack();
    progress = [];
    await substitute('apt-get', 'exit 1');

    expect(await unpack()).toEqual(first);
    expect(progress).toEqual([]);
  });

  it('reports a failed download of package lists, and leaves no files', async () => {
    await substitute(
      'apt-get',
      `case "$*" in *update*) echo "W: Failed to fetch http://deb.example" >&2; exit 0;; esac
       echo "E: Unable to locate package redis-server" >&2; exit 100`,
    );

    await expect(unpack()).rejects.toThrow('Failed to fetch http://deb.example');
    expect(await readdir(join(dir, 'cache'))).toEqual([]);
  });

  it("reports apt's own error", async () => {
    await substitute('apt-get', 'echo "E: You have no space left" >&2; exit 100');

    await expect(unpack()).rejects.toThrow('You have no space left');
  });
});
