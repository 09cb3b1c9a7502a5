import { describe, expect, test } from '@jest/globals';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure, type Received, type Reply, startServer, success } from '../../test/support/http-server.js';
import { inFolder, run, runUnprivileged, saved } from '../../test/support/program.js';
import { batch, generation, PNG, row, started } from '../../test/support/samples.js';

const isDownload = ({ path }: Received): boolean => path.endsWith('/download');
const page: Reply = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
const refusing: Record<string, Reply> = { '/image-1/': failure(410, 'FILE_LOST'), '/image-2/': page };
const download = ({ path }: Received): Reply =>
  Object.entries(refusing).find(([id]) => path.includes(id))?.[1] ?? { body: PNG };

describe('images that cannot be downloaded', () => {
  test('keep no other image of a batch from being saved, and are named', async () => {
    const image = (number: number) => ({ id: `image-${number}`, status: 'completed' });
    const rows = [row(1, 'completed', [image(1)]), row(2, 'completed', [image(2), image(3)])];
    const server = await startServer((request) => {
      if (isDownload(request)) return download(request);
      return success(batch(request.method === 'POST' ? 'running' : 'completed', rows));
    });
    await writeFile(inFolder('prompts.txt'), 'a fox\nan owl\n');
    const { code, stdout, stderr } = await run(server, 'batch', 'run', 'prompts.txt', '-o', 'out', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      files: [join('out', '002-2.png')],
      missing: ['image-1', 'image-2'],
    });
    expect(stderr).toContain('Image image-1 was not saved: Message of FILE_LOST');
    expect(stderr).toMatch(/Image image-2 was not saved: .* not an answer of the API/);
    expect(stderr).toContain('lumina download image-1 -o <file>');
    expect(await readdir(inFolder('out'))).toEqual(['002-2.png']);
  });

  test('keep no other image of a generation from being saved, and are named', async () => {
    const made = success(
      generation({ status: 'completed', count: 3, images: ['completed', 'completed', 'completed'] }),
    );
    const server = await startServer((request) => {
      if (isDownload(request)) return download(request);
      return request.method === 'POST' ? started : made;
    });
    const { code, stdout, stderr } = await run(server, 'generate', 'foxes', '--count', '3', '-o', 'fox.png');
    expect([code, stdout]).toEqual([3, 'fox-3.png\n']);
    expect(stderr).toContain('Done: 3 images for 3 credits.');
    expect(stderr).toContain('Image image-1 was not saved: Message of FILE_LOST');
    expect(stderr).toContain('Image image-2 was not saved: ');
    expect(await readdir(inFolder())).toEqual(['fox-3.png']);
  });
});

test('a page of a gateway is not saved as an image', async () => {
  const { code, stderr } = await run(await startServer(() => page), 'download', 'some-id', '-o', 'fox.png');
  expect([code, stderr]).toEqual([3, expect.stringContaining('UNEXPECTED_ANSWER')]);
  expect(stderr).toContain('Check LUMINA_URL');
  expect(await readdir(inFolder())).toEqual([]);
});

describe('the folder of a batch', () => {
  const refused = async () => {
    await writeFile(inFolder('prompts.txt'), 'a fox\n');
    const server = await startServer(() => failure(500, 'INTERNAL_ERROR'));
    const result = await runUnprivileged(server, 'batch', 'run', 'prompts.txt', '-o', 'out');
    expect(server.received).toEqual([]);
    return result;
  };

  test('that cannot be written is refused before anything is spent', async () => {
    await mkdir(inFolder('out'));
    await chmod(inFolder('out'), 0o555);
    const { code, stderr } = await refused();
    expect([code, stderr]).toEqual([6, expect.stringContaining('out cannot be written: no permission.')]);
  });

  test('that is a file is refused before anything is spent', async () => {
    await writeFile(inFolder('out'), 'mine');
    const { code, stderr } = await refused();
    expect([code, stderr]).toEqual([6, expect.stringContaining('out cannot be written: it exists already.')]);
    expect((await saved('out')).toString()).toBe('mine');
  });
});
