import { expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { failure, startServer } from '../../test/support/http-server.js';
import { inFolder, interruptAt, start } from '../../test/support/program.js';
import { startOnce } from './start-once.js';

test.each([
  ['generation', ['generate', 'a fox'], 'If it was, its images appear in "lumina images"'],
  [
    'batch',
    ['batch', 'run', 'prompts.txt', '-o', 'out'],
    'If it was, it goes on and spends credits: look on the website, and stop it there',
  ],
])('a %s that is stopped between two attempts may have been accepted', async (_, args, told) => {
  await writeFile(inFolder('prompts.txt'), 'a fox\n');
  const server = await startServer(() => failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '50' }));
  const { child, ended } = start(server, args);
  interruptAt(child, 'Trying again in 50 s');
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([
    130,
    expect.stringContaining('Stopped before it was known whether it was accepted.'),
  ]);
  expect(stderr).toContain(told);
  expect(server.received).toHaveLength(1);
});

test('what is stopped before its start begins nothing', async () => {
  const interrupted = AbortSignal.abort(new Error('stopped'));
  let begun = 0;
  const starting = startOnce(async () => (begun += 1), { interrupted, ifAccepted: 'it goes on' });
  await expect(starting).rejects.toBe(interrupted.reason);
  expect(begun).toBe(0);
});
