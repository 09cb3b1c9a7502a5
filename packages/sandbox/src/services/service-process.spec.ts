import { expect, it } from '@jest/globals';
import { startService } from './service-process.js';

const start = (script: string, onLog: (line: string) => void) =>
  startService({
    name: 'speaker',
    command: '/bin/sh',
    args: ['-c', script],
    ready: /^ready$/,
    readyTimeoutMs: 20_000,
    orphanSignal: 'SIGKILL',
    onLog,
  });

it('resolves after the last output of an ended service', async () => {
  const said: string[] = [];
  const last = `(sleep 0.1; echo goodbye) & exit`;
  const service = await start(`trap '${last}' TERM; echo ready; while :; do sleep 0.01; done`, (line) =>
    said.push(line),
  );
  await service.end(['SIGTERM']);
  expect(said.at(-1)).toBe('goodbye');
});

it('ignores output of processes that outlive the service', async () => {
  const said: string[] = [];
  const service = await start(`(while :; do echo still; sleep 0.01; done) & echo ready; exec sleep 1000`, (line) =>
    said.push(line),
  );
  await service.end(['SIGKILL']);
  const { length } = said;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(said).toHaveLength(length);
});
