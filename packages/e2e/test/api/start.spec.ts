import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../../src/fixtures.js';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const COPIED = ['scripts', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'node_modules/.installed'];
const LINKED = ['.tools', 'packages/launcher/dist', 'packages/launcher/node_modules', 'packages/launcher/package.json'];
const PAGE = 'apps/web/dist/index.html';
const URL = 'http://localhost:3000';
/** Boot id and start time of this process, as the launcher records them. */
const IDENTITY = `import('${join(ROOT, 'packages/launcher/dist/processes/identity.js')}').then(({ identify }) => console.log(identify(process.ppid)))`;

let workspace: string;

/** A clone whose dependencies are installed, in which every build takes the page away. */
test.beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'start-'));
  for (const path of ['node_modules/.bin', 'packages/launcher', 'apps/web/dist', '.data'])
    await mkdir(join(workspace, path), { recursive: true });
  for (const path of COPIED) await cp(join(ROOT, path), join(workspace, path), { recursive: true });
  for (const path of LINKED) await symlink(join(ROOT, path), join(workspace, path));
  await writeFile(join(workspace, PAGE), 'a page');
  await writeFile(join(workspace, 'node_modules/.bin/turbo'), `#!/bin/sh\nrm -f '${join(workspace, PAGE)}'\nexit 1\n`, {
    mode: 0o755,
  });
});
test.afterEach(() => rm(workspace, { recursive: true, force: true }));

const owner = (content: object) => writeFile(join(workspace, '.data/launcher.json'), JSON.stringify(content));

function start() {
  const { DATA_DIR: _, ...env } = process.env;
  return spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: workspace, env, encoding: 'utf8' });
}

test('a second start in the folder of a product that runs says so and builds nothing under it', async () => {
  const { stdout } = spawnSync(process.execPath, ['-e', IDENTITY], { encoding: 'utf8' });
  await owner({ pid: process.pid, identity: stdout.trim(), url: URL });
  const { status, stderr } = start();
  expect(stderr).toContain(`Not started. It already runs at ${URL} (process ${process.pid}).`);
  expect(stderr).toContain(`kill ${process.pid}`);
  expect(status).toBe(1);
  expect(await readFile(join(workspace, PAGE), 'utf8')).toBe('a page');
});

test('a product that has ended keeps no start from building', async () => {
  await owner({ pid: process.pid, identity: 'an earlier boot/1', url: URL });
  const { stderr } = start();
  expect(stderr).toContain('The product could not be built.');
});
