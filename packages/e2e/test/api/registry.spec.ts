import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '../../src/fixtures.js';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const SCRIPTS = ['scripts', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];

let workspace: string;
let server: Server;
let registry: string;
/** What the registry, which is a proxy too, was asked: method, path and credentials. */
let asked: string[];

/** A clone without pnpm and packages. */
test.beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'registry-'));
  for (const path of SCRIPTS) await cp(join(ROOT, path), join(workspace, path), { recursive: true });
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
test.afterEach(async () => {
  server.close();
  await rm(workspace, { recursive: true, force: true });
});

/** Runs `node <args>` in the workspace, with nothing of npm's settings but these. */
function run(args: string[], settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const own = Object.entries(process.env).filter(([name]) => !/^p?npm_/i.test(name));
  const env = { ...Object.fromEntries(own), HOME: workspace, NPM_CONFIG_CACHE: join(workspace, 'cache'), ...settings };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: workspace, env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
    );
  });
}

const pnpm = (args: string[], settings: Record<string, string>) => run(['scripts/pnpm.mjs', ...args], settings);

/** Makes the workspace ready, with the real pnpm or another program of this name. */
async function install(bin = '.tools/node_modules/.bin'): Promise<void> {
  const links = { [bin]: '.tools/node_modules/.bin', '.tools/node_modules/pnpm': '.tools/node_modules/pnpm' };
  for (const [from, to] of Object.entries(links)) {
    await mkdir(dirname(join(workspace, to)), { recursive: true });
    await symlink(resolve(ROOT, from), join(workspace, to));
  }
  await mkdir(join(workspace, 'node_modules'));
  await cp(join(ROOT, 'node_modules', '.installed'), join(workspace, 'node_modules', '.installed'));
}

test('pnpm comes from the registry that is set, and where that has none, the command names it', async () => {
  const settings = { NPM_CONFIG_REGISTRY: registry, [`NPM_CONFIG_${registry.replace('http:', '')}:_authToken`]: 'abc' };
  const { code, output } = await pnpm(['--version'], settings);
  expect(asked).toContain('GET /pnpm Bearer abc');
  expect(code).toBe(1);
  expect(output).toContain(`Is the registry ${registry} reachable?`);
});

test('a registry whose address has a password is asked, and the remedy does not repeat it', async () => {
  const { output } = await pnpm(['--version'], { NPM_CONFIG_REGISTRY: registry.replace('//', '//anna:hunter2@') });
  expect(asked[0]).toMatch(/^GET \/pnpm Basic /);
  expect(output).toContain('reachable?');
  expect(output).not.toContain('hunter2');
});

test('pnpm asks the registry that is set for npm, with its credentials', async () => {
  await install();
  const settings = { NPM_CONFIG_REGISTRY: registry, [`npm_config_${registry.replace('http:', '')}:_authToken`]: 'abc' };
  await pnpm(['view', 'left-pad'], settings);
  expect(asked).toEqual(['GET /left-pad Bearer abc']);
});

test('npm and pnpm go through the proxy that is set for npm', async () => {
  const settings = { NPM_CONFIG_REGISTRY: 'http://registry.invalid/', NPM_CONFIG_PROXY: registry };
  await pnpm(['--version'], settings);
  await install();
  await pnpm(['view', 'left-pad'], settings);
  const all = ['GET http://registry.invalid/pnpm', 'GET http://registry.invalid/left-pad'];
  expect(asked).toEqual(expect.arrayContaining(all));
});

test('the settings file of npm that is set counts for npm and pnpm', async () => {
  await writeFile(join(workspace, 'settings'), `registry=${registry}\n`);
  const settings = { NPM_CONFIG_USERCONFIG: join(workspace, 'settings') };
  await pnpm(['--version'], settings);
  await install();
  await pnpm(['view', 'left-pad'], settings);
  expect(asked).toEqual(expect.arrayContaining(['GET /pnpm', 'GET /left-pad']));
});

test('pnpm is told the certificate authority that is set for npm, before its own words', async () => {
  const fake = await mkdtemp(join(workspace, 'bin-'));
  await writeFile(join(fake, 'pnpm'), '#!/bin/sh\nprintf "%s\\n" "$@" > told.txt\n', { mode: 0o755 });
  await install(fake);
  await pnpm(['view', 'left-pad'], { NPM_CONFIG_CAFILE: '/etc/ca.pem', NPM_CONFIG_CA: '' });
  expect(await readFile(join(workspace, 'told.txt'), 'utf8')).toBe('--config.cafile=/etc/ca.pem\nview\nleft-pad\n');
});

test('of npm only what concerns the network reaches what is run', async () => {
  const settings = {
    'NPM_CONFIG_STRICT-SSL': 'false',
    npm_config_https_proxy: 'http://proxy.invalid',
    npm_config_noproxy: '',
    npm_config_prefix: '/usr',
    NPM_CONFIG_IGNORE_SCRIPTS: 'true',
    npm_package_name: 'image-studio',
    npm_lifecycle_event: 'start',
  };
  const code = `import { cleanEnvironment } from './scripts/workspace.mjs'; console.log(JSON.stringify(cleanEnvironment()))`;
  const { output } = await run(['--input-type=module', '-e', code], settings);
  const env = Object.entries(JSON.parse(output) as Record<string, string>).filter(([name]) => /npm_/i.test(name));
  expect(Object.fromEntries(env)).toEqual({
    NPM_CONFIG_CACHE: join(workspace, 'cache'),
    'NPM_CONFIG_STRICT-SSL': 'false',
    pnpm_config_strict_ssl: 'false',
    npm_config_https_proxy: 'http://proxy.invalid',
    pnpm_config_https_proxy: 'http://proxy.invalid',
    npm_config_noproxy: '',
  });
});
