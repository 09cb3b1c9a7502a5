import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilePackage } from '../test/compiled.js';
import { REDIRECT_URI } from '../test/sandbox.js';

let compiled: string;
let dir: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  compiled = await compilePackage();
  dir = await mkdtemp(join(tmpdir(), 'processes-spec-'));
  // Postgres may run under another account and must be able to enter the folder.
  await chmod(dir, 0o711);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => Promise.all([compiled, dir].map((folder) => rm(folder, { recursive: true, force: true }))));

const start = (module: string, env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const child = fork(module, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  children.push(child);
  return child;
};

const firstMessage = async (child: ChildProcess): Promise<unknown> => {
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The process ended before it was ready')));
  const [message] = (await Promise.race([once(child, 'message'), failed])) as unknown[];
  return message;
};

/** A container without an init process keeps an ended process as a zombie. */
const hasEnded = async (pid: number): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return /^State:\s+[ZX]/m.test(status);
};

const gone = async (pid: number): Promise<true> => {
  while (!(await hasEnded(pid))) await new Promise((resolve) => setTimeout(resolve, 20));
  return true;
};

describe('the sandbox process', () => {
  const settings = () => ({ SANDBOX_DIR: join(dir, 'sandbox'), SANDBOX_REDIRECT_URIS: REDIRECT_URI });

  it('reports readiness and its addresses, and shuts down gracefully on SIGTERM', async () => {
    const child = start(join(compiled, 'main.js'), settings());
    const message = await firstMessage(child);

    expect(message).toEqual({
      type: 'ready',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      adminPageUrl: expect.stringMatching(/\/desk$/),
      inboxUrl: expect.stringMatching(/\/mail$/),
      environment: expect.objectContaining({ SMTP_URL: expect.stringMatching(/^smtp:/) }),
    });

    child.kill('SIGTERM');

    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends when its parent process has ended', async () => {
    const child = start(join(compiled, 'main.js'), settings());
    await firstMessage(child);

    child.disconnect();

    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('refuses invalid settings and reports them', async () => {
    const child = start(join(compiled, 'main.js'), { SANDBOX_DIR: '', SANDBOX_PORT: 'x' });
    const output: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));

    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output.join('')).toMatch(/SANDBOX_DIR.*SANDBOX_PORT/);
  });
});

describe('Postgres and Redis', () => {
  it('survive Ctrl-C, and end when their parent process is killed', async () => {
    const script = join(compiled, 'owner.mjs');
    await writeFile(
      script,
      `import { createTestServices } from './services/test-services.js';
       const services = await createTestServices();
       process.send({ pids: services.pids });
       setInterval(() => {}, 1000);`,
    );
    const child = start(script, { TMPDIR: dir });
    const { pids } = (await firstMessage(child)) as { pids: number[] };

    // Ctrl-C does not reach their process groups.
    expect(pids.map((pid) => process.kill(-pid, 0))).toEqual([true, true]);
    child.kill('SIGKILL');

    expect(await Promise.all(pids.map(gone))).toEqual([true, true]);
  });
});
