import { execFile } from 'node:child_process';
import { mkdtemp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE = join(__dirname, '..');

/** Returns a folder inside the package, where imports resolve; the caller deletes it. */
export async function compilePackage(): Promise<string> {
  await mkdir(join(PACKAGE, 'build'), { recursive: true });
  const outDir = await mkdtemp(join(PACKAGE, 'build', 'spec-'));
  const tsc = join(PACKAGE, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = join(PACKAGE, 'tsconfig.build.json');
  const output = ['--outDir', outDir, '--declaration', 'false', '--sourceMap', 'false', '--noCheck'];
  await run(process.execPath, [tsc, '-p', project, ...output]);
  return outDir;
}
