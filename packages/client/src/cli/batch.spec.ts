import { describe, expect, test } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure, type Received, type Reply, startServer, success } from '../../test/support/http-server.js';
import { inFolder, run, saved, start } from '../../test/support/program.js';
import { GENERATION_ID, PNG } from '../../test/support/samples.js';

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
    await writeFile(inFolder('prompts.csv'), '\uFEFFprompt,style,seed\r\n"a fox, red",anime,7\r\nan owl,,\r\n');
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
    await writeFile(inFolder('prompts.txt'), 'a fox\n');
    const server = await startServer(({ method }) =>
      method === 'POST' ? success(batch('running', [row(1, 'waiting')])) : failure(status, code),
    );
    const { stderr } = await run(server, 'batch', 'run', 'prompts.txt', '-o', 'out');
    expect(stderr).toContain(told);
  });

  test.each([
    [
      'more cells than columns',
      'prompt,style\na fox, red,anime\n',
      'Line 2 of prompts.CSV has more cells than columns.',
    ],
    ['a quote that is not closed', 'prompt\n"a fox\nan owl\n', 'Line 2 of prompts.CSV has a quote that is not closed.'],
  ])('sends nothing of a table with %s', async (_, text, told) => {
    await writeFile(inFolder('prompts.CSV'), text);
    const server = await startServer(() => success(batch('completed', made)));
    const { code, stderr } = await run(server, 'batch', 'run', 'prompts.CSV', '-o', 'out');
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
    expect(server.received).toEqual([]);
  });

  const isStop = ({ path }: Received): boolean => path.endsWith('/stop');

  /** Ctrl-C is pressed at the first question; the batch runs until the stop, and then `answer` counts. */
  async function interrupt(answer: (request: Received, before: Received[]) => Reply) {
    await writeFile(inFolder('prompts.txt'), 'a fox\n\nan owl\n');
    let askedOnce = () => {};
    const asked = new Promise<void>((resolve) => (askedOnce = resolve));
    const server = await startServer((request, before) => {
      if (request.method === 'GET') askedOnce();
      if (request.path.endsWith('/download')) return { body: PNG };
      const isAfterStop = isStop(request) || before.some(isStop);
      return isAfterStop
        ? answer(request, before)
        : success(batch('running', [row(1, 'processing'), row(2, 'waiting')]));
    });
    const { child, ended } = start(server, ['batch', 'run', 'prompts.txt', '-o', 'out']);
    await asked;
    child.kill('SIGINT');
    return { server, ...(await ended) };
  }

  test('is stopped by Ctrl-C', async () => {
    const { server, code, stderr } = await interrupt(() =>
      success(batch('stopped', [row(1, 'cancelled'), row(2, 'cancelled')])),
    );
    expect([code, stderr]).toEqual([130, expect.stringContaining('What was not made costs nothing.')]);
    expect(server.received.filter(isStop)).toHaveLength(1);
  });

  test('saves what was in progress at the stop', async () => {
    const ends = [row(1, 'completed', [{ id: 'one', status: 'completed' }]), row(2, 'cancelled')];
    const { code, stdout, stderr } = await interrupt((_, before) => {
      const isMade = before.slice(before.findIndex(isStop)).some(({ method }) => method === 'GET');
      return success(batch('stopped', isMade ? ends : [row(1, 'processing'), row(2, 'cancelled')]));
    });
    expect([code, stdout]).toEqual([130, `${join('out', '001-1.png')}\n`]);
    expect(stderr).toContain('Row 2 cancelled: prompt 2');
    expect(stderr).not.toContain('Row 1');
    expect(await saved('out/001-1.png')).toEqual(PNG);
  });

  test('that has finished when it is stopped is saved', async () => {
    const { code, stdout, stderr } = await interrupt((request) =>
      isStop(request) ? failure(409, 'BATCH_FINISHED') : success(batch('completed', made)),
    );
    expect([code, stdout]).toEqual([130, `${join('out', '001-1.png')}\n`]);
    expect(stderr).not.toContain('BATCH_FINISHED');
    expect(await saved('out/001-1.png')).toEqual(PNG);
  });

  test('that cannot be stopped says why', async () => {
    const { code, stderr } = await interrupt((request) =>
      isStop(request) ? failure(409, 'CONFLICT') : success(batch('completed', made)),
    );
    expect([code, stderr]).toEqual([3, expect.stringContaining('(CONFLICT)')]);
    expect(await readdir(inFolder('out'))).toEqual([]);
  });
});
