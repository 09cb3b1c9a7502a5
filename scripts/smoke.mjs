/** `npm run smoke`: `npm start` comes up with data of its own, web and API answer, and it stops when asked to. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment, fail, root } from './workspace.mjs';

const PATHS = ['/', '/api/health', '/api/docs'];
const START_MS = 900_000;

const dataDir = mkdtempSync(join(tmpdir(), 'smoke-'));
const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: cleanEnvironment({ DATA_DIR: dataDir }),
});
const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));

/** The address that is printed once everything runs. */
const address = new Promise((resolve, reject) => {
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text) => {
    process.stdout.write(text);
    output += text;
    const found = /^\s*Open\s+(http:\S+)/m.exec(output);
    if (found) resolve(found[1]);
  });
  void ended.then((code) => reject(new Error(`npm start ended with code ${code}`)));
  setTimeout(() => reject(new Error('npm start did not come up')), START_MS).unref();
});

async function check() {
  const origin = await address;
  for (const path of PATHS) {
    const { status } = await fetch(origin + path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }
}

const error = await check().catch((reason) => reason);
child.kill('SIGINT');
const code = await ended;
rmSync(dataDir, { recursive: true, force: true });
if (error) fail(error.message);
if (code !== 0) fail(`npm start ended with code ${code} when it was stopped.`);
console.log('npm start came up, answered and stopped.');
