import { expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure, type Reply, startServer, success, type TestServer } from '../../test/support/http-server.js';
import { inFolder, interruptAt, start } from '../../test/support/program.js';
import { batch, generation, PNG, row, started } from '../../test/support/samples.js';

test.each([['images'], ['credits'], ['models'], ['download', 'some-id', '-o', 'fox.png']])(
  'the first Ctrl-C ends "%s" between two attempts',
  async (...args) => {
    const server = await startServer(() => failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '50' }));
    const { child, ended } = start(server, args);
    interruptAt(child, 'Trying again in 50 s');
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining('Stopped.')]);
    expect(server.received).toHaveLength(1);
  },
);

const ids = ['image-1', 'image-2', 'image-3'];

/** Ctrl-C is pressed once the second image begins to arrive, of which only a part comes. */
async function interruptSaving(args: string[], begin: Reply, end: Reply) {
  let stop = () => {};
  const server: TestServer = await startServer(({ method, path }) => {
    if (path.includes('image-2')) {
      stop();
      return { body: PNG, stalls: true };
    }
    if (path.endsWith('/download')) return { body: PNG };
    return method === 'POST' ? begin : end;
  });
  const { child, ended } = start(server, [...args, '--json']);
  stop = () => void child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  expect(stderr).toContain('Image image-2 was not saved: Stopped.\nImage image-3 was not saved: Stopped.\n');
  expect(stderr).toContain('lumina download image-2 -o <file>');
  expect(server.received.filter(({ path }) => path.includes('image-3'))).toEqual([]);
  return { code, printed: JSON.parse(stdout) as unknown };
}

test('the first Ctrl-C ends the saving of a generation, and names what is missing', async () => {
  const images = ids.map(() => 'completed');
  const made = success(generation({ status: 'completed', count: 3, images }));
  const { code, printed } = await interruptSaving(
    ['generate', 'foxes', '--count', '3', '-o', 'fox.png'],
    started,
    made,
  );
  expect([code, printed]).toEqual([
    130,
    expect.objectContaining({ files: ['fox-1.png'], missing: ['image-2', 'image-3'] }),
  ]);
});

test('the first Ctrl-C ends the saving of a batch, and names what is missing', async () => {
  await writeFile(inFolder('prompts.txt'), 'foxes\n');
  const rows = [
    row(
      1,
      'completed',
      ids.map((id) => ({ id, status: 'completed' })),
    ),
  ];
  const { code, printed } = await interruptSaving(
    ['batch', 'run', 'prompts.txt', '-o', 'out'],
    success(batch('running', rows)),
    success(batch('completed', rows)),
  );
  expect([code, printed]).toEqual([
    130,
    expect.objectContaining({ files: [join('out', '001-1.png')], missing: ['image-2', 'image-3'] }),
  ]);
});
