import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { calls, DEFAULT_PRODUCT_NAME, openApiDocument, type Call } from '@app/contracts';
import { expect, test } from '../../src/fixtures.js';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const SHARED = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  '.tools',
  'node_modules/.installed',
  'apps/api',
];

let workspace: string;

/** A copy of the workspace in which nothing is built: the API that other tests run may not change under them. */
test.beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'openapi-'));
  await cp(join(ROOT, 'scripts'), join(workspace, 'scripts'), { recursive: true });
  for (const path of SHARED) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await symlink(join(ROOT, path), join(workspace, path));
  }
  const bin = join(workspace, 'node_modules', '.bin');
  await mkdir(bin);
  await writeFile(join(bin, 'turbo'), '#!/bin/sh\necho "$@" > built.txt\n', { mode: 0o755 });
});
test.afterEach(() => rm(workspace, { recursive: true, force: true }));

test('`npm run openapi` builds the API and writes down every call', async () => {
  await promisify(execFile)('npm', ['run', 'openapi'], { cwd: workspace });
  expect(await readFile(join(workspace, 'built.txt'), 'utf8')).toContain('run build --filter=@app/api');
  const document = JSON.parse(await readFile(join(workspace, 'openapi.json'), 'utf8')) as {
    paths: Record<string, object>;
  };
  const written = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const all = Object.values(calls).flatMap((group) => Object.values(group) as Call[]);
  const routes = all.map(({ route }) => `${route.method} /api${route.path.replace(/:(\w+)/g, '{$1}')}`);
  expect(written.toSorted()).toEqual(routes.toSorted());
  expect(document).toEqual(openApiDocument(DEFAULT_PRODUCT_NAME));
});
