import { afterEach, beforeEach, expect } from '@jest/globals';
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestServer } from './http-server.js';
import { KEY } from './samples.js';

const PROGRAM = join(process.cwd(), 'dist', 'cli', 'lumina.js');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumina-cli-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Each test has a folder of its own, in which the program runs. */
export const inFolder = (name = ''): string => join(folder, name);

interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Surroundings = Pick<SpawnOptions, 'uid' | 'gid' | 'env'>;
const NOBODY: Surroundings = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export function start(
  server: TestServer | null,
  args: string[],
  { env: more, ...account }: Surroundings = {},
): { child: ChildProcess; ended: Promise<Result> } {
  const env = { PATH: process.env['PATH'], ...(server && { LUMINA_URL: server.url, LUMINA_API_KEY: KEY }), ...more };
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  const ended = new Promise<Result>((resolve) => child.on('close', (code) => resolve({ code, ...texts })));
  return { child, ended };
}

/** Presses Ctrl-C once the program says this. */
export const interruptAt = (child: ChildProcess, text: string): void =>
  void child.stderr?.on('data', (chunk: Buffer) => chunk.toString().includes(text) && child.kill('SIGINT'));

export async function run(server: TestServer | null, ...args: string[]): Promise<Result> {
  const result = await start(server, args).ended;
  expect(result.stdout + result.stderr).not.toContain(KEY);
  return result;
}

/** Root may write everywhere, so the program is run by an account that may not. */
export async function runUnprivileged(server: TestServer | null, ...args: string[]): Promise<Result> {
  await chmod(folder, 0o755);
  return start(server, args, NOBODY).ended;
}

export const saved = (name: string): Promise<Buffer> => readFile(inFolder(name));
