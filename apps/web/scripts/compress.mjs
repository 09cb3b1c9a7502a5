import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Images and fonts are compressed by their own formats. */
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest', '.xml']);

async function compressFile(path) {
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** Puts a brotli and a gzip copy beside every file that gets smaller by it; folders with a dot are nobody's to fetch. */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.'))
      .map(async (entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) await compressFolder(path);
        else if (COMPRESSIBLE.has(extname(path))) await compressFile(path);
      }),
  );
}
