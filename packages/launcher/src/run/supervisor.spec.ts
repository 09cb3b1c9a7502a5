import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { Part } from '../parts/part.js';
import { RunFile } from './run-file.js';
import type * as Tested from './supervisor.js';

let tested: typeof Tested;
let dir: string;
let notices: string[];
let supervisor: Tested.Supervisor;

beforeAll(async () => {
  // No pause before a crashed part is started again.
  jest.doMock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));
  tested = await import('./supervisor.js');
});

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

function supervise(restartCrashed = false): Tested.Supervisor {
  return new tested.Supervisor({
    runFile: new RunFile(dir),
    restartCrashed,
    onNotice: (message) => notices.push(message),
    onGiveUp: () => undefined,
  });
}

/** Until all that need not wait has been done. */
const allElse = promisify(setImmediate);

/** Has a process once it is ready; its second start goes on until `becomeReady`. */
class SlowPart implements Part {
  readonly name = 'postgres';
  pid: number | undefined;
  onCrash: (reason: string) => void = () => undefined;
  becomeReady: () => void = () => undefined;
  private tellStart: () => void = () => undefined;
  readonly startedAgain = new Promise<void>((resolve) => (this.tellStart = resolve));
  private starts = 0;

  async start(): Promise<void> {
    this.starts += 1;
    if (this.starts === 2) {
      const ready = new Promise<void>((resolve) => (this.becomeReady = resolve));
      this.tellStart();
      await ready;
    }
    this.pid = process.pid;
  }

  stop(): Promise<void> {
    this.pid = undefined;
    return Promise.resolve();
  }

  kill(): Promise<void> {
    return this.stop();
  }
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'supervisor-'));
  notices = [];
  supervisor = supervise();
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

it('leaves no part running that had crashed and becomes ready again while all are stopped', async () => {
  supervisor = supervise(true);
  const postgres = new SlowPart();
  await supervisor.start(postgres);
  await postgres.stop();
  postgres.onCrash('ended');
  await postgres.startedAgain;
  const stopping = supervisor.stopAll();
  await allElse();
  postgres.becomeReady();
  await stopping;
  expect(postgres.pid).toBeUndefined();
  expect(notices).toEqual(['postgres ended; starting it again in 1 s']);
});

it('leaves no part running that is restarted while all are stopped', async () => {
  const postgres = new SlowPart();
  await supervisor.start(postgres);
  const restarting = supervisor.restart('postgres');
  await postgres.startedAgain;
  const stopping = supervisor.stopAll();
  await allElse();
  postgres.becomeReady();
  await Promise.all([restarting, stopping]);
  expect(postgres.pid).toBeUndefined();
  await expect(supervisor.startAgain('postgres')).rejects.toThrow(tested.StoppedError);
});
