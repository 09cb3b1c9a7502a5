import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { identify } from '../processes/identity.js';
import { AlreadyRunningError, endLeftovers, RunFile } from './run-file.js';

let dir: string;
let children: ChildProcess[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'run-file-'));
  children = [];
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** `deaf` processes ignore SIGTERM. */
async function live(deaf = false): Promise<number> {
  const code = `${deaf ? "process.on('SIGTERM', () => 0);" : ''} setInterval(() => 0, 1000); console.log('up')`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  children.push(child);
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

async function gone(): Promise<number> {
  const pid = await live();
  const child = children.at(-1);
  child?.kill('SIGKILL');
  if (child) await once(child, 'exit');
  return pid;
}

const lock = () => join(dir, 'launcher.json');
const owner = (): unknown => JSON.parse(readFileSync(lock(), 'utf8'));
const write = (file: string, content: unknown) => writeFileSync(join(dir, file), JSON.stringify(content));

describe('claiming a data folder', () => {
  it('fails while its owner is alive, with the address of the owner', async () => {
    const pid = await live();
    write('launcher.json', { pid, identity: identify(pid), url: 'http://localhost:3000' });
    const second = new RunFile(dir).claim();
    await expect(second).rejects.toBeInstanceOf(AlreadyRunningError);
    await expect(second).rejects.toThrow('It already runs at http://localhost:3000');
  });

  it('succeeds when its owner has ended', async () => {
    write('launcher.json', { pid: await gone(), identity: 'boot/1' });
    const file = new RunFile(dir);
    await file.claim();
    expect(owner()).toMatchObject({ pid: process.pid });
  });

  it('succeeds when the pid of its owner was reused', async () => {
    write('launcher.json', { pid: await live(), identity: 'an earlier boot/1' });
    await new RunFile(dir).claim();
    expect(owner()).toMatchObject({ pid: process.pid });
  });

  it('succeeds when the file is truncated', async () => {
    writeFileSync(lock(), '{"pid": 12');
    await new RunFile(dir).claim();
    expect(owner()).toMatchObject({ pid: process.pid });
  });

  it('releases only a folder that it owns', async () => {
    const file = new RunFile(dir);
    await file.claim();
    file.recordUrl('http://localhost:3000');
    file.release();
    expect(existsSync(lock())).toBe(false);
    const pid = await live();
    write('launcher.json', { pid, identity: identify(pid) });
    file.release();
    expect(existsSync(lock())).toBe(true);
  });
});

describe('leftovers of a killed launcher', () => {
  it('are found, without programs that reuse a pid', async () => {
    const [api, stranger, dead] = [await live(), await live(), await gone()];
    const earlier = new RunFile(dir);
    earlier.recordParts([
      { name: 'api', pid: api },
      { name: 'redis', pid: dead },
      { name: 'web', pid: undefined },
    ]);
    const records: unknown[] = JSON.parse(readFileSync(join(dir, 'processes.json'), 'utf8'));
    write('processes.json', [...records, { name: 'worker', pid: stranger, identity: 'an earlier boot/1' }]);

    expect(new RunFile(dir).listLeftovers()).toEqual([{ name: 'api', pid: api, identity: identify(api) }]);
  });

  it('are ended, by force if necessary', async () => {
    const [api, deaf, stranger] = [await live(), await live(true), await live()];
    const record = (name: 'api' | 'worker', pid: number) => ({ name, pid, identity: identify(pid) ?? '' });
    await endLeftovers(
      [record('api', api), record('worker', deaf), { name: 'web', pid: stranger, identity: 'x' }],
      500,
    );
    expect([api, deaf].map(identify)).toEqual([undefined, undefined]);
    expect(identify(stranger)).toMatch(/\d/);
  });

  it('are ended together with their children', async () => {
    const code = "console.log(require('node:child_process').spawn('sleep', ['1000']).pid); setInterval(() => 0, 1000)";
    const parent = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    children.push(parent);
    const [line] = await once(parent.stdout, 'data');
    const [pid, child] = [parent.pid ?? 0, Number(line)];
    const identity = identify(child);
    expect(identity).toMatch(/\d/);
    await endLeftovers([{ name: 'worker', pid, identity: identify(pid) ?? '' }]);
    const end = Date.now() + 10_000;
    while (identify(child) === identity && Date.now() < end) await wait(10);
    expect(identify(child)).not.toBe(identity);
  });

  it('are ignored when the file is damaged', () => {
    writeFileSync(join(dir, 'processes.json'), '[{"name":"api","pid":"1; rm"}]');
    expect(new RunFile(dir).listLeftovers()).toEqual([]);
  });
});
