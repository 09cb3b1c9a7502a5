import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

/** Child processes run built code: what the sources are now, not what was built last. */
export default function build() {
  const output = ['--outDir', 'build/test', '--declaration', 'false', '--sourceMap', 'false', '--noCheck'];
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...output], { stdio: 'inherit' });
}
