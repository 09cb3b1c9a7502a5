import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Part } from '../parts/part.js';
import { RunFile } from './run-file.js';
import { Supervisor } from './supervisor.js';

let dir: string;
let notices: string[];
let supervisor: Supervisor;

const part = (): Part => ({
  name: 'api',
  pid: process.pid,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  kill: () => Promise.resolve(),
  onCrash: () => undefined,
});
const records = (): unknown => JSON.parse(readFileSync(join(dir, 'processes.json'), 'utf8'));
/** The list of processes is written under this name first. */
const unfinished = (): string => join(dir, `processes.json.${process.pid}`);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'supervisor-'));
  notices = [];
  supervisor = new Supervisor({
    runFile: new RunFile(dir),
    restartCrashed: false,
    onNotice: (message) => notices.push(message),
    onGiveUp: () => undefined,
  });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('goes on while its list of processes cannot be written, and says so once', async () => {
  mkdirSync(unfinished());
  const api = part();
  await supervisor.start(api);
  await supervisor.restart('api');
  api.onCrash('ended by SIGKILL');
  const [notice, ...more] = notices;
  expect(notice).toMatch(/^The list of running processes could not be written: EISDIR: .+\nThe product goes on/);
  expect(more).toEqual(['api ended by SIGKILL']);
});

it('writes the list again once it can, and says so again when it cannot', async () => {
  mkdirSync(unfinished());
  await supervisor.start(part());
  rmdirSync(unfinished());
  await supervisor.restart('api');
  expect(records()).toMatchObject([{ name: 'api', pid: process.pid }]);
  mkdirSync(unfinished());
  await supervisor.restart('api');
  expect(notices).toHaveLength(2);
});
