import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { builtProduct } from '../settings/product.js';

const guard = pathToFileURL(builtProduct().guard).href;
const LIVE = 'setInterval(() => 0, 1000)';
let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
});

function startGuarded(code: string, launcherPid: number | undefined): ChildProcess {
  child = spawn(process.execPath, ['--import', guard, '-e', `process.send('up'); ${code}`], {
    env: { ...process.env, LAUNCHER_PID: String(launcherPid) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return child;
}

describe('a guarded process', () => {
  it('ends when the launcher died before the first check', async () => {
    const launcher = spawn(process.execPath, ['-e', '']);
    await once(launcher, 'exit');
    const part = startGuarded(LIVE, launcher.pid);
    await once(part, 'message');
    const ended = once(part, 'exit');
    part.disconnect();
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  it('keeps running when it closes the channel itself', async () => {
    const part = startGuarded('process.disconnect(); setTimeout(() => process.exit(7), 400)', process.pid);
    expect(await once(part, 'exit')).toEqual([7, null]);
  });
});
