/**
 * `pnpm build`: writes the types of the public API to `src/generated`, compiles to `dist`, makes `dist` the package that
 * others install, and packs it as `build/lumina-client.tgz`, which the web app serves.
 */
import { DEFAULT_PRODUCT_NAME, v1Document } from '@app/contracts';
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { contentVersion } from './content-version.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const PUBLISHED_NAME = 'lumina-client';

async function writeTypes() {
  const folder = join(root, 'src', 'generated');
  await mkdir(folder, { recursive: true });
  const types = await openapiTS(v1Document(DEFAULT_PRODUCT_NAME), { defaultNonNullable: false });
  await writeFile(join(folder, 'v1.ts'), astToString(types));
}

async function compile() {
  await rm(dist, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
}

/** The manifest of this package, with addresses seen from `dist` and without what only this repository needs. */
async function writePackage() {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { private: _, scripts: __, devDependencies: ___, exports: doors, ...published } = manifest;
  const own = { ...published, name: PUBLISHED_NAME, exports: { '.': doors['.'] } };
  const write = (version) =>
    writeFile(join(dist, 'package.json'), `${JSON.stringify({ ...own, version }, null, 2).replaceAll('dist/', '')}\n`);
  await copyFile(join(root, 'README.md'), join(dist, 'README.md'));
  await write(own.version);
  await write(await contentVersion(dist, own.version));
}

async function pack() {
  const folder = join(root, 'build');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const packed = execFileSync('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', folder], {
    cwd: dist,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [{ filename }] = JSON.parse(packed);
  await rename(join(folder, filename), join(folder, `${PUBLISHED_NAME}.tgz`));
}

await writeTypes();
await compile();
await writePackage();
await pack();
