import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { machineVariables } from '../settings/config.js';

const SCRIPT = fileURLToPath(new URL('../../../../docker/nginx/fill-pages.sh', import.meta.url));
/** Fast enough for every start; files that never change are compressed best by the build. */
const BROTLI_QUALITY = 9;

/** What the pages say of an installation, named as the API reads it. */
export interface PageVariables {
  PRODUCT_NAME?: string | undefined;
  PUBLIC_URL: string;
  SUPPORT_EMAIL?: string | undefined;
  FREE_ALLOWANCE?: string | undefined;
  FREE_MONTHLY_CREDITS?: string | undefined;
  FEATURE_PUBLIC_API?: string | undefined;
  FEATURE_BATCH?: string | undefined;
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes));
}

/** Fills the prerendered pages of a built web app in, and puts compressed copies beside them. */
export async function publishPages(site: string, target: string, variables: PageVariables): Promise<void> {
  const set = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '');
  const env = { ...machineVariables(), ...Object.fromEntries(set) };
  await promisify(execFile)('sh', [SCRIPT, site, target], { env });
  const files = await readdir(target, { recursive: true, withFileTypes: true });
  await Promise.all(
    files.filter((file) => file.isFile()).map((file) => compressFile(join(file.parentPath, file.name))),
  );
}
