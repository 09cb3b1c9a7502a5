import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** Child processes run built code: what the sources are now, not what was built last. */
export default function build() {
  const output = ['--outDir', 'build/test', '--declaration', 'false', '--sourceMap', 'false', '--noCheck'];
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...output], { stdio: 'inherit' });
}
