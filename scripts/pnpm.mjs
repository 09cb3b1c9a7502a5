/**
 * Brings the pinned pnpm into `.tools`, installs when the lockfile has changed, and runs pnpm with the given arguments.
 * Only Node and npm are expected on the machine: Corepack is absent or unusable on too many of them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tools = join(root, '.tools');
const bin = join(tools, 'node_modules', '.bin');

/** The environment for everything below: pnpm on PATH (turbo needs it there), and none of npm's own settings. */
export function cleanEnvironment(extra = {}) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', ...extra };
  for (const name of Object.keys(env)) if (/^npm_(config|package|lifecycle)_/i.test(name)) delete env[name];
  env.PATH = `${bin}${delimiter}${env.PATH ?? ''}`;
  return env;
}

function fail(message, hint) {
  console.error(`\n${message}${hint ? `\n${hint}` : ''}`);
  process.exit(1);
}

function bringPnpm() {
  const pin = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager;
  const version = pin.split('@')[1];
  const manifest = join(tools, 'node_modules', 'pnpm', 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version) return;
  console.log(`Bringing pnpm ${version} …`);
  mkdirSync(tools, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['install', '--prefix', tools, '--no-audit', '--no-fund', '--loglevel=error', pin], {
    stdio: 'inherit',
    env: cleanEnvironment(),
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) fail('pnpm could not be installed from the npm registry.', 'Is the registry reachable? Try: npm ping');
}

const lockfileHash = () => createHash('sha256').update(readFileSync(join(root, 'pnpm-lock.yaml'))).digest('hex');

function install() {
  const stamp = join(root, 'node_modules', '.lockfile-hash');
  const hash = lockfileHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.log('Installing dependencies …');
  const result = spawnSync(join(bin, 'pnpm'), ['install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    env: cleanEnvironment({ CI: '1' }),
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) fail('The dependencies could not be installed.', 'Remove node_modules and run the command again.');
  writeFileSync(stamp, hash);
}

/** Makes the workspace ready: pnpm present, dependencies as the lockfile says. */
export function prepare() {
  bringPnpm();
  install();
}

/** Runs pnpm and resolves with its exit code. */
export function pnpm(args, { env = {}, stdio = 'inherit' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(join(bin, 'pnpm'), args, {
      cwd: root,
      stdio,
      env: cleanEnvironment(env),
      shell: process.platform === 'win32',
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

if (process.argv[1] === import.meta.filename) {
  prepare();
  process.exit(await pnpm(process.argv.slice(2)));
}
