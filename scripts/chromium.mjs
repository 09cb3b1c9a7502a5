/**
 * Finds a Chromium that really starts and fonts that show Chinese, or installs them; never goes on without.
 * Order: CHROMIUM_PATH, the system's, Debian's package (as root), Playwright's own download. The headless shell, which
 * Playwright uses by default too, is the same engine without a browser's windows: a quarter less processor time.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apt, asRoot, executable, MissingError, onDebian, onPath } from './system.mjs';
import { cleanEnvironment, root, run, tools } from './workspace.mjs';

const HEADLESS_SHELL = 'chromium-headless-shell';
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const MAC_APPS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Opens an empty page: an installed browser without its libraries, or a wrapper of another package system, fails here. */
function starts(path) {
  if (!executable(path)) return false;
  const profile = mkdtempSync(join(tmpdir(), 'chromium-check-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];
  const result = spawnSync(path, [...flags, `--user-data-dir=${profile}`, '--dump-dom', 'data:text/html,<p>ok</p>'], {
    timeout: 60_000,
    encoding: 'utf8',
    env: cleanEnvironment(),
  });
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  return result.status === 0 && result.stdout.includes('<p>ok</p>');
}

const playwright = () => join(root, 'packages', 'e2e', 'node_modules', '@playwright', 'test');

async function playwrightPath() {
  const { chromium } = await import(join(playwright(), 'index.mjs'));
  return chromium.executablePath();
}

async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (starts(given)) return given;
    throw new MissingError(
      `CHROMIUM_PATH names ${given}, which does not start.`,
      'Correct it, or unset it to have one found or installed.',
    );
  }
  const candidates = [...[HEADLESS_SHELL, ...SYSTEM_NAMES].map(onPath), ...MAC_APPS.filter(executable)].filter(Boolean);
  const system = candidates.find(starts);
  if (system) return system;

  if (asRoot && onDebian()) {
    console.log("Installing Debian's Chromium and fonts for the browser tests …");
    await apt(HEADLESS_SHELL, 'fonts-noto-cjk', 'fonts-liberation');
    const installed = onPath(HEADLESS_SHELL);
    if (installed && starts(installed)) return installed;
  }

  let own = await playwrightPath();
  if (starts(own)) return own;
  console.log("Downloading Playwright's Chromium for the browser tests …");
  const cli = join(playwright(), 'cli.js');
  const withLibraries = asRoot && process.platform === 'linux' ? ['--with-deps'] : [];
  await run(process.execPath, [cli, 'install', ...withLibraries, 'chromium']);
  own = await playwrightPath();
  if (starts(own)) return own;
  throw new MissingError(
    'No Chromium was found that starts, and none could be installed; the browser tests need one.',
    'Install Chromium or Google Chrome, or set CHROMIUM_PATH to an executable.',
  );
}

/** Whether fontconfig knows a font with Chinese characters; elsewhere than on Linux the system brings one. */
function hasChineseFont(env = {}) {
  if (process.platform !== 'linux') return true;
  const list = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8', env: cleanEnvironment(env) });
  return list.status === 0 && list.stdout.trim() !== '';
}

/** Unpacks Debian's (or Ubuntu's) font package privately, as an ordinary user, and returns a fontconfig file for it. */
function downloadFont() {
  const folder = join(tools, 'fonts');
  const config = join(folder, 'fonts.conf');
  if (existsSync(config)) return config;
  const state = join(folder, 'apt');
  mkdirSync(join(state, 'lists', 'partial'), { recursive: true });
  mkdirSync(join(state, 'archives', 'partial'), { recursive: true });
  const options = ['-q', '-o', `Dir::State=${state}`, '-o', `Dir::Cache=${state}`, '-o', 'Debug::NoLocking=1'];
  const settings = { cwd: folder, stdio: 'inherit', env: cleanEnvironment() };
  console.log('Downloading a Chinese font for the browser tests …');
  execFileSync('apt-get', [...options, 'update'], settings);
  execFileSync('apt-get', [...options, 'download', 'fonts-noto-cjk'], settings);
  const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
  execFileSync('dpkg-deb', ['-x', join(folder, archive), folder], settings);
  rmSync(state, { recursive: true, force: true });
  rmSync(join(folder, archive));
  const include = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
  const places = `<dir>${join(folder, 'usr')}</dir><cachedir>${join(folder, 'cache')}</cachedir>`;
  writeFileSync(config, `<?xml version="1.0"?>\n<fontconfig>${include}${places}</fontconfig>\n`);
  return config;
}

async function findFont() {
  if (hasChineseFont()) return {};
  if (asRoot && onPath('apt-get')) {
    console.log('Installing Chinese fonts for the browser tests …');
    await apt('fontconfig', 'fonts-noto-cjk', 'fonts-liberation');
    if (hasChineseFont()) return {};
  } else if (onPath('apt-get')) {
    try {
      const font = { FONTCONFIG_FILE: downloadFont() };
      if (hasChineseFont(font)) return font;
    } catch (error) {
      console.error(error.message);
    }
  }
  throw new MissingError(
    'No font with Chinese characters was found; the browser tests look at Chinese screens.',
    'Install one, for example fonts-noto-cjk (Debian, Ubuntu), google-noto-sans-cjk-fonts (Fedora).',
  );
}

/**
 * The environment with which browser tests start: `CHROMIUM_PATH`, and `FONTCONFIG_FILE` where a font was brought.
 * Rejects with a message and its `remedy`.
 */
export async function bringChromium() {
  const path = await findChromium();
  const font = await findFont();
  console.log(`Browser tests use ${path}`);
  return { CHROMIUM_PATH: path, ...font };
}
