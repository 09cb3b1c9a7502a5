/**
 * `node docker/collect-runtime.mjs TARGET`: copies the built API and the files of node_modules it loads, links kept, and
 * nothing else. The bundle contains most packages; traced are those that stay outside of it.
 */
import { copyFileSync, cpSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';

const root = fileURLToPath(new URL('..', import.meta.url));
const [target] = process.argv.slice(2);
if (!target) throw new Error('Where to? node docker/collect-runtime.mjs TARGET');

const PROCESSES = ['http', 'worker', 'migrate', 'prepare-payments', 'admin'].map(
  (name) => `apps/api/dist/main.${name}.js`,
);
/** A child process, started by path. */
const STUDIO = 'packages/studio/dist/process/entry.js';
/** The page of the OpenAPI document is not served in production. */
const isDocumentation = (path) => path.includes('/@nestjs/swagger/');

const { fileList } = await nodeFileTrace(
  [...PROCESSES, STUDIO].map((file) => join(root, file)),
  { base: root, processCwd: root, ignore: isDocumentation },
);
for (const file of fileList) {
  const copy = join(resolve(target), file);
  mkdirSync(dirname(copy), { recursive: true });
  const source = join(root, file);
  if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), copy);
  else copyFileSync(source, copy);
}
// Stack traces name the lines of the source.
cpSync(join(root, 'apps/api/dist'), join(resolve(target), 'apps/api/dist'), { recursive: true });
console.log(`${fileList.size} files`);
