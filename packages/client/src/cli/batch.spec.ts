import { describe, expect, test } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure, type Received, type Reply, startServer, success } from '../../test/support/http-server.js';
import { inFolder, run, saved, start } from '../../test/support/program.js';
import { batch, GENERATION_ID, PNG, row } from '../../test/support/samples.js';

describe('lumina batch run', () => {
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
    expect(stderr).toContain(`Batch ${GENERATION_ID}: 2 rows for at most`);
    expect(stderr).toContain('\n1 image for');
    expect(stderr).toContain('Row 2 failed (ENGINE_FAILED): prompt 2');
    expect(await saved('out/001-1.png')).toEqual(PNG);
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
      name: 'animals',
      rows: [{ prompt: 'a fox, red', style: 'anime', seed: 7 }, { prompt: 'an owl' }],
    });
  });

  test('tells until when its rows are held, since too many prompts were declined', async () => {
    await writeFile(inFolder('prompts.txt'), 'a fox\n');
    const held = { ...batch('running', [row(1, 'waiting')]), held_until: '2026-11-23T07:00:00.000Z' };
    const server = await startServer(({ method, path }, before) => {
      if (path.endsWith('/download')) return { body: PNG };
      return success(method === 'POST' || before.length < 2 ? held : batch('completed', made));
    });
    const { stderr } = await run(server, 'batch', 'run', 'prompts.txt', '-o', 'out');
    expect(stderr).toContain(`Batch ${GENERATION_ID}: 1 row for at most`);
    expect(stderr).toContain(
      '0 of 1 rows have ended; too many prompts were declined, the next rows begin at 2026-11-23T07',
    );
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

  test('is stopped although the first answers to it are lost', async () => {
    const lost: Reply[] = [{ breaks: 'before' }, failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' })];
    const { server, code, stderr } = await interrupt((request, before) => {
      const finished = success(batch('stopped', [row(1, 'cancelled'), row(2, 'cancelled')]));
      return isStop(request) ? (lost[before.filter(isStop).length] ?? failure(409, 'BATCH_FINISHED')) : finished;
    });
    expect([code, stderr]).toEqual([130, expect.stringContaining('What was not made costs nothing.')]);
    expect(server.received.filter(isStop)).toHaveLength(3);
  });

  test.each([
    [
      'refused',
      failure(409, 'CONFLICT'),
      3,
      '(CONFLICT)\nThe batch goes on and spends credits: stop it on the website.',
    ],
    [
      'never answered',
      failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' }),
      4,
      'It is not known whether the batch goes on and spends credits: look on the website, and stop it there.',
    ],
    ['refused to the key', failure(401, 'UNAUTHENTICATED'), 3, 'The batch is paused, unless the key was rotated'],
  ])('whose stop is %s tells what becomes of it', async (_, answer, exitCode, told) => {
    const { code, stderr } = await interrupt((request) =>
      isStop(request) ? answer : success(batch('completed', made)),
    );
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(told)]);
    expect(await readdir(inFolder('out'))).toEqual([]);
  });

  test('tells that it is stopped where waiting for its rows in progress is refused', async () => {
    const { code, stderr } = await interrupt((request) =>
      isStop(request) ? success(batch('stopped', [row(1, 'processing')])) : failure(404, 'NOT_FOUND'),
    );
    expect([code, stderr]).toEqual([3, expect.stringContaining('The batch is stopped')]);
  });
});
