import { builtProduct } from '@app/launcher';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const buildFolder = (): string => join(dirname(dirname(builtProduct().api)), 'build');

/** An export of the built api by its name, wherever its module lies. */
export async function builtExport<T>(name: string): Promise<T> {
  const pattern = new RegExp(`export (?:const|(?:async )?function|class|\\{[^}]*?)\\s*\\b${name}\\b`);
  for (const path of await readdir(buildFolder(), { recursive: true })) {
    if (!path.endsWith('.js')) continue;
    const file = join(buildFolder(), path);
    if (!pattern.test(await readFile(file, 'utf8'))) continue;
    const found = ((await import(pathToFileURL(file).href)) as Record<string, unknown>)[name];
    if (found !== undefined) return found as T;
  }
  throw new Error(`the built api exports no ${name}`);
}
