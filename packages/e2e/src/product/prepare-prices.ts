import { builtProduct } from '@app/launcher';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Product } from './product.js';

/** Creates prices at the sandbox as an operator does: only an API in local mode does it by itself. */
export async function preparePrices({ running }: Product): Promise<void> {
  const program = join(dirname(builtProduct().api), 'main.prepare-payments.js');
  const env = JSON.parse(await readFile(join(running.dataDir, 'api-environment.json'), 'utf8')) as NodeJS.ProcessEnv;
  await promisify(execFile)(process.execPath, [program], { env });
}
