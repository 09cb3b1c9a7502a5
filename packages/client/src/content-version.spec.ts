import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentVersion } from '../scripts/content-version.mjs';

const root = process.cwd();
const versionIn = async (folder: string): Promise<string> =>
  (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

describe('the version of the package', () => {
  test('is that of this package and the hash of its files, in the folder and in what is served', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'client-version-'));
    execFileSync('tar', ['-xzf', join(root, 'build', 'lumina-client.tgz'), '-C', folder]);
    const served = await versionIn(join(folder, 'package'));
    await rm(folder, { recursive: true });
    expect(served).toMatch(new RegExp(`^${await versionIn(root)}-build[0-9a-f]{12}$`));
    expect(await versionIn(join(root, 'dist'))).toBe(served);
    expect(await contentVersion(join(root, 'dist'), await versionIn(root))).toBe(served);
  });

  test.each<[string, (file: (name: string) => string) => Promise<unknown>]>([
    ['the code of a file', (file) => writeFile(file('index.js'), 'export {};')],
    ['the name of a file', (file) => rename(file('poll.js'), file('wait.js'))],
    ['a file that is added', (file) => writeFile(file('more.js'), '')],
    ['a dependency', (file) => writeFile(file('package.json'), '{"version":"0.1.0","dependencies":{"a":"1"}}')],
    ['the README', (file) => writeFile(file('README.md'), 'New')],
  ])('changes with %s', async (_, change) => {
    const folder = await mkdtemp(join(tmpdir(), 'client-version-'));
    await cp(join(root, 'dist'), folder, { recursive: true });
    const before = await contentVersion(folder, '0.1.0');
    await change((name) => join(folder, name));
    expect(await contentVersion(folder, '0.1.0')).not.toBe(before);
    await rm(folder, { recursive: true });
  });
});
