import { describe, expect, test } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import { failure, startServer, success } from '../../test/support/http-server.js';
import { inFolder, run, saved, start } from '../../test/support/program.js';
import { generation, GENERATION_ID, KEY, PNG, serviceWith, started } from '../../test/support/samples.js';

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
    expect(await readdir(inFolder())).toEqual(['fox-1.png', 'fox-2.png']);
  });

  test.each([
    ['an existing file', 'fox.png', 'it exists already', 6],
    ['a missing folder', 'none/fox.png', 'its folder does not exist', 6],
    ['a folder in place of a file', '.', 'it is a folder', 6],
  ])('refuses %s before anything is spent', async (_, output, reason, exitCode) => {
    await writeFile(inFolder('fox.png'), 'mine');
    const server = await startServer(serviceWith(completed));
    const { code, stderr } = await run(server, 'generate', 'a fox', '-o', output);
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(`${output} cannot be written: ${reason}.`)]);
    expect(server.received).toEqual([]);
    expect((await saved('fox.png')).toString()).toBe('mine');
  });

  test('overwrites with --force', async () => {
    await writeFile(inFolder('fox.png'), 'mine');
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
        'See "lumina credits"; wait for the next ones, or upgrade.',
        'Request: req_1',
        '',
      ],
    ]);
    const failing = await startServer(() => failure(500, 'INTERNAL_ERROR'));
    const unknown = await run(failing, 'generate', 'a fox');
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('once at most')]);
  });

  test('does not promise that no credits were spent where an attempt before the refusal was lost', async () => {
    const server = await startServer((_, before) =>
      before.length === 0 ? { breaks: 'before' } : failure(402, 'INSUFFICIENT_CREDITS'),
    );
    const { code, stderr } = await run(server, 'generate', 'a fox');
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('It may have been accepted all the same, once at most'),
    ]);
    expect(stderr).not.toContain('No credits were spent.');
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
    expect(await readdir(inFolder())).toEqual([]);
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

  test('never shows a key that no header can hold', async () => {
    const server = await startServer(() => success([]));
    const env = { LUMINA_API_KEY: `${KEY}\n${KEY}` };
    const { code, stdout, stderr } = await start(server, ['models'], { env }).ended;
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      'The API key has a space, a line break or the like in it.\nSet LUMINA_API_KEY to the key alone, as it was shown when it was made.\n',
    ]);
    expect(server.received).toEqual([]);
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
