import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

async function contentOf(path) {
  const text = await readFile(path, 'utf8');
  if (!path.endsWith(`${sep}package.json`)) return text;
  const { version: _, ...manifest } = JSON.parse(text);
  return JSON.stringify(manifest);
}

/**
 * `version` with a hash of the package in `folder`. Every installation serves its package at the same address, so only
 * the version tells one from another.
 */
export async function contentVersion(folder, version) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash.update(JSON.stringify([relative(folder, file).replaceAll(sep, '/'), await contentOf(file)]));
  }
  return `${version}-build${hash.digest('hex').slice(0, 12)}`;
}
