import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fakeProduct } from '../../test/fake-product.js';
import type { LaunchContext } from '../parts/environment.js';
import { openInstallation } from '../settings/installation.js';
import { USUAL_PORTS } from '../settings/ports.js';
import { readSettings } from '../settings/settings.js';
import { RunFile } from './run-file.js';
import { createRunning, type Running } from './running.js';
import { Supervisor } from './supervisor.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let dir: string;
let running: Running;

const log = (name: string) => join(dir, 'logs', `${name}.log`);

/** The line is two days old. */
function writeOldLine(name: string): void {
  const time = (Date.now() - 2 * DAY_MS) / 1000;
  writeFileSync(log(name), 'a line\n');
  utimesSync(log(name), time, time);
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['Date'] });
  dir = mkdtempSync(join(tmpdir(), 'running-'));
  mkdirSync(join(dir, 'logs'));
  const runFile = new RunFile(dir);
  const onNotice = () => undefined;
  const supervisor = new Supervisor({ runFile, restartCrashed: false, onNotice, onGiveUp: onNotice });
  const context: LaunchContext = {
    machine: {},
    userEnv: {},
    settings: readSettings({ DATA_DIR: dir }, dir),
    installation: openInstallation(dir),
    ports: USUAL_PORTS,
    databaseUrl: '',
    redisUrl: '',
    sandbox: undefined,
  };
  const parts = { product: fakeProduct(), context, partEnv: {} };
  running = createRunning({ supervisor, runFile, parts, engines: undefined, onNotice });
});

afterEach(async () => {
  await running.stop();
  jest.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

describe('while the product runs', () => {
  // This product has no parts: an earlier run may have had more.
  it.each(['api', 'postgres', 'contracts-build', 'migrations'])('the log of %s is put aside when it is old', (name) => {
    writeOldLine(name);
    jest.advanceTimersByTime(MINUTE_MS);
    expect(existsSync(`${log(name)}.1`)).toBe(true);
    rmSync(`${log(name)}.1`);
    writeOldLine(name);
    jest.advanceTimersByTime(MINUTE_MS);
    expect(existsSync(`${log(name)}.1`)).toBe(true);
  });

  it('rotated lines go when they are old', () => {
    writeFileSync(`${log('api')}.7`, 'a line\n');
    utimesSync(`${log('api')}.7`, 1, 1);
    jest.advanceTimersByTime(MINUTE_MS);
    expect(existsSync(`${log('api')}.7`)).toBe(false);
  });
});

it('no log is put aside after the product has ended', async () => {
  await running.stop();
  writeOldLine('api');
  jest.advanceTimersByTime(MINUTE_MS);
  expect(existsSync(`${log('api')}.1`)).toBe(false);
});
