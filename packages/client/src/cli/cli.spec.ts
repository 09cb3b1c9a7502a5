import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure, startServer, success, type TestServer } from '../../test/support/http-server.js';
import { generation, GENERATION_ID, KEY, PNG, serviceWith, started } from '../../test/support/samples.js';

const PROGRAM = join(process.cwd(), 'dist', 'cli', 'lumina.js');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumina-cli-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(server: TestServer | null, args: string[]): { child: ChildProcess; ended: Promise<Result> } {
  const env = { PATH: process.env['PATH'], ...(server && { LUMINA_URL: server.url, LUMINA_API_KEY: KEY }) };
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  const ended = new Promise<Result>((resolve) => child.on('close', (code) => resolve({ code, ...texts })));
  return { child, ended };
}

async function run(server: TestServer | null, ...args: string[]): Promise<Result> {
  const result = await start(server, args).ended;
  expect(result.stdout + result.stderr).not.toContain(KEY);
  return result;
}

const saved = (name: string): Promise<Buffer> => readFile(join(folder, name));
const completed = { status: 'completed', images: ['completed'] };

describe('lumina generate', () => {
  test('saves the image, tells its progress on stderr and its file on stdout', async () => {
    const service = serviceWith(completed);
    const server = await startServer((request, before) =>
      before.length === 1 ? success(generation()) : service(request),
    );
    const result = await run(server, 'generate', 'a fox', '--style', 'anime', '--seed', '7', '-o', 'fox.webp');
    expect(result).toEqual({
      code: 0,
      stdout: 'fox.webp\n',
      stderr: 'In the queue at 1, about 3 s to go …\nDone: 1 image for 1 credits.\n',
    });
    expect(await saved('fox.webp')).toEqual(PNG);
    const [{ body } = { body: '' }] = server.received;
    const sent = { prompt: 'a fox', count: 1, style: 'anime', seed: 7, output_format: 'webp' };
    expect(JSON.parse(body)).toEqual(sent);
  });

  test('saves several images as -1, -2, and prints the generation as JSON', async () => {
    const server = await startServer(
      serviceWith({ status: 'completed', count: 2, images: ['completed', 'completed'] }),
    );
    const { code, stdout } = await run(server, 'generate', 'foxes', '--count', '2', '-o', 'fox.png', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: GENERATION_ID, files: ['fox-1.png', 'fox-2.png'] });
    expect(await readdir(folder)).toEqual(['fox-1.png', 'fox-2.png']);
  });

  test.each([
    ['an existing file', 'fox.png', 'it exists already', 6],
    ['a missing folder', 'none/fox.png', 'its folder does not exist', 6],
    ['a folder in place of a file', '.', 'it is a folder', 6],
  ])('refuses %s before anything is spent', async (_, output, reason, exitCode) => {
    await writeFile(join(folder, 'fox.png'), 'mine');
    const server = await startServer(serviceWith(completed));
    const { code, stderr } = await run(server, 'generate', 'a fox', '-o', output);
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(`${output} cannot be written: ${reason}.`)]);
    expect(server.received).toEqual([]);
    expect((await saved('fox.png')).toString()).toBe('mine');
  });

  test('overwrites with --force', async () => {
    await writeFile(join(folder, 'fox.png'), 'mine');
    const { code } = await run(
      await startServer(serviceWith(completed)),
      'generate',
      'a fox',
      '-o',
      'fox.png',
      '--force',
    );
    expect([code, await saved('fox.png')]).toEqual([0, PNG]);
  });

  test('keeps what was made and tells that failed images are free', async () => {
    const server = await startServer(serviceWith({ status: 'completed', count: 2, images: ['failed', 'completed'] }));
    const { code, stdout, stderr } = await run(server, 'generate', 'foxes', '--count', '2', '-o', 'fox.png');
    expect([code, stdout]).toEqual([5, 'fox-2.png\n']);
    expect(stderr).toContain('1 of 2 images were made.');
    expect(stderr).toContain('their credits have returned. 1 credits were used.');
  });

  test('tells what a refusal means for the credits, and the next step', async () => {
    const refusing = await startServer(() => failure(402, 'INSUFFICIENT_CREDITS'));
    const refused = await run(refusing, 'generate', 'a fox');
    expect([refused.code, refused.stderr.split('\n')]).toEqual([
      3,
      [
        'Message of INSUFFICIENT_CREDITS (INSUFFICIENT_CREDITS)',
        'No credits were spent.',
        'See "lumina credits"; wait for the next ones, or choose a larger plan.',
        'Request: req_1',
        '',
      ],
    ]);
    const failing = await startServer(() => failure(500, 'INTERNAL_ERROR'));
    const unknown = await run(failing, 'generate', 'a fox');
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('once at most')]);
  });

  test.each([
    ['that waits is cancelled by Ctrl-C', started, 'Cancelled. Its credits have returned.'],
    ['that has begun goes on', failure(409, 'GENERATION_NOT_CANCELLABLE'), 'It has begun and cannot be cancelled'],
  ])('a generation %s', async (_, answer, told) => {
    let askedOnce = () => {};
    const asked = new Promise<void>((resolve) => (askedOnce = resolve));
    const server = await startServer(({ path, method }) => {
      if (path.endsWith('/cancel')) return answer;
      if (method === 'GET') askedOnce();
      return success(generation());
    });
    const { child, ended } = start(server, ['generate', 'a fox', '-o', 'fox.png']);
    await asked;
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining(told)]);
    expect(server.received.filter(({ path }) => path.endsWith('/cancel'))).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  });

  // A device that is full exists on Linux only.
  (process.platform === 'linux' ? test : test.skip)('says how to get the image where the disk is full', async () => {
    const server = await startServer(serviceWith(completed));
    const { code, stderr } = await run(server, 'generate', 'a fox', '-o', '/dev/full', '--force');
    expect(code).toBe(6);
    expect(stderr).toContain('/dev/full cannot be written: the disk is full.');
    expect(stderr).toContain('lumina download image-1 -o <file>');
  });
});

describe('lumina', () => {
  test('ends with a message where its output was closed', async () => {
    let close = () => {};
    const server = await startServer(() => {
      close();
      return success({ data: [], page: 1, limit: 20, total: 0 });
    });
    const { child, ended } = start(server, ['images', '--json']);
    close = () => void child.stdout?.destroy();
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([6, 'The output was closed before all of it was written.\n']);
  });

  test('lists images in lines that a prompt cannot break', async () => {
    const image = { id: 'a', status: 'completed', style: 'anime', size: '1:1', prompt: 'a\nfox\u001B[31m' };
    const server = await startServer(() => success({ data: [image], page: 2, limit: 1, total: 2 }));
    const { stdout, stderr } = await run(server, 'images', '--page', '2', '--limit', '1', '--style', 'anime');
    expect(stdout).toBe('a  completed   anime              1:1   a fox [31m\n');
    expect(stderr).toBe('Page 2 of 2, 2 images\n');
    expect(server.received[0]?.path).toBe('/api/v1/images?page=2&limit=1&style=anime');
  });

  test('downloads an image in another format', async () => {
    const server = await startServer(() => ({ body: PNG }));
    const { code, stdout } = await run(server, 'download', 'some-id', '--format', 'jpeg', '-o', 'fox.jpg', '--json');
    const told = { id: 'some-id', file: 'fox.jpg', bytes: PNG.length, content_type: 'image/png' };
    expect([code, JSON.parse(stdout)]).toEqual([0, told]);
    expect([server.received[0]?.path, await saved('fox.jpg')]).toEqual([
      '/api/v1/images/some-id/download?format=jpeg',
      PNG,
    ]);
  });

  test('shows credits and models', async () => {
    const credits = {
      remainingCredits: 5,
      subscriptionStatus: 'free',
      inFlight: 0,
      inFlightLimit: 2,
      nextExpiry: null,
    };
    const server = await startServer(({ path }) =>
      success(path.endsWith('/credits') ? credits : [{ id: 'sd3.5-medium', status: 'available' }]),
    );
    expect((await run(server, 'credits')).stdout).toBe('5 credits, plan "free"\n0 of 2 generations in progress\n');
    expect((await run(server, 'models')).stdout).toBe('sd3.5-medium          available\n');
  });

  test('refuses wrong usage and missing settings', async () => {
    const wrong = [
      ['generate'],
      ['generate', 'a fox', '--count', 'two'],
      ['generate', 'a fox', '--surprise'],
      ['download', 'some-id'],
      ['images', '--url', 'ftp://example.org'],
      ['images'],
    ];
    const results = await Promise.all(wrong.map(async (args) => ({ args, ...(await run(null, ...args)) })));
    expect(results).toEqual(wrong.map((args) => ({ args, code: 2, stdout: '', stderr: expect.stringMatching(/\w/) })));
  });
});

describe('lumina batch run', () => {
  const batch = (status: string, rows: object[]) => ({
    id: GENERATION_ID,
    status,
    row_count: rows.length,
    total_credits: 3,
    credits_used: 1,
    pause_reason: null,
    finished_at: status === 'running' ? null : '2026-11-23T06:00:00.000Z',
    rows,
  });
  const row = (number: number, status: string, images: object[] = []) => ({
    number,
    status,
    prompt: `prompt ${number}`,
    error_code: status === 'failed' ? 'ENGINE_FAILED' : null,
    output_format: 'png',
    images,
  });
  const made = [row(1, 'completed', [{ id: 'one', status: 'completed' }]), row(2, 'failed')];

  test('sends the rows of a table, saves what was made, and names what was not', async () => {
    await writeFile(join(folder, 'prompts.csv'), '\uFEFFprompt,style,seed\r\n"a fox, red",anime,7\r\nan owl,,\r\n');
    const server = await startServer(({ method, path }) => {
      if (path.endsWith('/download')) return { body: PNG };
      return success(
        method === 'POST' ? batch('running', [row(1, 'waiting'), row(2, 'waiting')]) : batch('completed', made),
      );
    });
    const { code, stdout, stderr } = await run(server, 'batch', 'run', 'prompts.csv', '-o', 'out', '--name', 'animals');
    expect([code, stdout]).toEqual([5, `${join('out', '001-1.png')}\n`]);
    expect(stderr).toContain('Row 2 failed (ENGINE_FAILED): prompt 2');
    expect(await saved('out/001-1.png')).toEqual(PNG);
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
      name: 'animals',
      rows: [{ prompt: 'a fox, red', style: 'anime', seed: 7 }, { prompt: 'an owl' }],
    });
  });

  test.each([
    [401, 'UNAUTHENTICATED', 'The batch is paused, unless the key was rotated'],
    [404, 'NOT_FOUND', 'The batch goes on'],
  ])('tells what becomes of the batch when waiting is refused with %s', async (status, code, told) => {
    await writeFile(join(folder, 'prompts.txt'), 'a fox\n');
    const server = await startServer(({ method }) =>
      method === 'POST' ? success(batch('running', [row(1, 'waiting')])) : failure(status, code),
    );
    const { stderr } = await run(server, 'batch', 'run', 'prompts.txt', '-o', 'out');
    expect(stderr).toContain(told);
  });

  test('is stopped by Ctrl-C', async () => {
    await writeFile(join(folder, 'prompts.txt'), 'a fox\n\nan owl\n');
    let askedOnce = () => {};
    const asked = new Promise<void>((resolve) => (askedOnce = resolve));
    const server = await startServer(({ method, path }, before) => {
      if (method === 'GET') askedOnce();
      const isStopped = path.endsWith('/stop') || before.some((one) => one.path.endsWith('/stop'));
      return success(batch(isStopped ? 'stopped' : 'running', [row(1, 'cancelled'), row(2, 'cancelled')]));
    });
    const { child, ended } = start(server, ['batch', 'run', 'prompts.txt', '-o', 'out']);
    await asked;
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining('What was not made costs nothing.')]);
    expect(server.received.filter(({ path }) => path.endsWith('/stop'))).toHaveLength(1);
  });
});
