import { execFile } from 'node:child_process';
import { mkdtemp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE = join(__dirname, '..');

/**
 * Compiles the package as it is now, for tests that need it in a process of its own.
 * @returns the folder of the compiled modules; the caller deletes it. It lies in the package, where imports resolve.
 */
export async function compilePackage(): Promise<string> {
  await mkdir(join(PACKAGE, 'build'), { recursive: true });
  const outDir = await mkdtemp(join(PACKAGE, 'build', 'spec-'));
  const tsc = join(PACKAGE, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = join(PACKAGE, 'tsconfig.build.json');
  const output = ['--outDir', outDir, '--declaration', 'false', '--sourceMap', 'false', '--noCheck'];
  await run(process.execPath, [tsc, '-p', project, ...output]);
  return outDir;
}
