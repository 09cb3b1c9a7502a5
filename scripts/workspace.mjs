/**
 * Makes a fresh clone ready with nothing but Node and npm: the pinned pnpm in `.tools`, the dependencies as the
 * lockfile says. Corepack is not used: it is absent or unusable on too many machines.
 */
import './node-version.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const tools = join(root, '.tools');
const bin = join(tools, 'node_modules', '.bin');
const windows = process.platform === 'win32';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Settings of npm that pnpm needs, too, and reads by a prefix of its own only. */
const SHARED = ['registry', 'proxy', 'https_proxy', 'noproxy', 'strict_ssl'];
/** What npm is told about the network; all else of its settings is for npm alone. */
const NETWORK = [...SHARED, 'userconfig', 'globalconfig', 'cafile', 'ca', 'cache'];

/** Of `npm_config_strict_ssl`, in any case: `strict_ssl`. Credentials are kept as they are: `//host/:_authToken`. */
function npmSetting(name) {
  const [, setting = ''] = /^npm_config_(.*)$/i.exec(name) ?? [];
  return setting.startsWith('//') ? setting : setting.toLowerCase().replaceAll('-', '_');
}

/** The environment for everything below: pnpm on PATH (turbo needs it there), and of npm's settings only the network. */
export function cleanEnvironment(extra = {}) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', ...extra };
  for (const name of Object.keys(env).filter((one) => /^npm_(config|package|lifecycle)_/i.test(one))) {
    const setting = npmSetting(name);
    if (SHARED.includes(setting) && env[name]) env[`pnpm_config_${setting}`] ??= env[name];
    if (!NETWORK.includes(setting) && !setting.startsWith('//')) delete env[name];
  }
  env.PATH = `${bin}${delimiter}${env.PATH ?? ''}`;
  return env;
}

/** Ends the script with one sentence and its remedy. */
export function fail(message, remedy) {
  console.error(`\n${message}${remedy ? `\n${remedy}` : ''}`);
  process.exit(1);
}

const PATIENCE_MS = 5000;

/**
 * Runs a command and resolves with its exit code. When this process is asked to stop, the command is too, and nothing
 * goes on after it. (Ctrl-C reaches it from the terminal by itself; one that does not listen is asked again.)
 */
export function run(command, args, { env = {}, stdio = 'inherit', cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio, env: cleanEnvironment(env), shell: windows });
    let asked;
    let timer;
    const stop = (signal) => {
      asked ??= signal;
      if (signal !== 'SIGINT') child.kill(signal);
      timer ??= setTimeout(() => child.kill('SIGTERM'), PATIENCE_MS);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    const done = (code) => {
      clearTimeout(timer);
      for (const signal of SIGNALS) process.off(signal, stop);
      if (asked) process.exit(128 + constants.signals[asked]);
      resolve(code);
    };
    child.on('error', () => done(127));
    child.on('exit', (code) => done(code ?? 1));
  });
}

/** pnpm takes certificate authorities from its arguments or a file, not from the environment. */
const authorities = () =>
  Object.entries(cleanEnvironment())
    .map(([name, value]) => [npmSetting(name), value])
    .filter(([setting, value]) => ['cafile', 'ca'].includes(setting) && value)
    .map(([setting, value]) => `--config.${setting}=${value}`);

/** Runs pnpm and resolves with its exit code. */
export const pnpm = (args, options) => run(join(bin, 'pnpm'), [...authorities(), ...args], options);

/** Asks whether the registry that npm or pnpm uses is reachable, and names it without a password. */
function registryQuestion(command) {
  const options = { cwd: root, encoding: 'utf8', env: cleanEnvironment(), shell: windows };
  const { stdout } = spawnSync(command, ['config', 'get', 'registry'], options);
  if (!URL.canParse(stdout)) return 'Is the registry reachable?';
  return `Is the registry ${Object.assign(new URL(stdout), { username: '', password: '' }).href} reachable?`;
}

const turboCommand = () => join(root, 'node_modules', '.bin', 'turbo');

/** Runs turbo and resolves with its exit code. */
export const turbo = (args, options) => run(turboCommand(), args, options);

/** The packages that turbo would have to build anew; `args`: as for `turbo run`. Takes a tenth of a second. */
export function stale(args) {
  const options = { cwd: root, encoding: 'utf8', env: cleanEnvironment(), maxBuffer: 64 * 1024 * 1024, shell: windows };
  const { status, stdout } = spawnSync(turboCommand(), ['run', ...args, '--dry=json'], options);
  if (status !== 0) return ['everything'];
  const { tasks } = JSON.parse(stdout);
  return tasks
    .filter((task) => task.cache.status !== 'HIT' && task.command !== '<NONEXISTENT>')
    .map((task) => task.package.replace('@app/', ''));
}

async function bringPnpm() {
  const pin = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager;
  const version = pin.split('@')[1];
  const manifest = join(tools, 'node_modules', 'pnpm', 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version) return;
  console.log(`Bringing pnpm ${version} …`);
  mkdirSync(tools, { recursive: true });
  const options = ['--prefix', tools, '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  if ((await run('npm', ['install', ...options, pin])) !== 0) {
    fail('pnpm could not be installed.', `${registryQuestion('npm')} Try: npm ping`);
  }
}

/** What the installed dependencies depend on; another operating system in the same folder needs other binaries. */
function installationKey() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

async function install() {
  const stamp = join(root, 'node_modules', '.installed');
  const key = installationKey();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  console.log('Installing dependencies …');
  rmSync(stamp, { force: true });
  // CI=1: pnpm asks nothing.
  const code = await pnpm(['install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=error'], {
    env: { CI: '1' },
  });
  if (code !== 0) {
    const again = 'If it is, remove node_modules and run the command again.';
    fail('The dependencies could not be installed.', `${registryQuestion(join(bin, 'pnpm'))} ${again}`);
  }
  writeFileSync(stamp, key);
}

/** Makes the workspace ready: pnpm present, dependencies as the lockfile says. Takes milliseconds when nothing changed. */
export async function prepare() {
  await bringPnpm();
  await install();
}
