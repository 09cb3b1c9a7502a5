import { expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../test/support/timing/until.js';

const SCRIPT = join(process.cwd(), '..', '..', 'docker', 'update.sh');
/** macOS has no `flock`; deployments are on Linux. */
const testOnLinux = process.platform === 'linux' ? test : test.skip;

testOnLinux('an update begins nothing while another one runs', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'update-'));
  await mkdir(join(dir, 'docker'));
  await copyFile(SCRIPT, join(dir, 'docker', 'update.sh'));
  await writeFile(join(dir, 'docker', '.env'), 'VERSION=one\n');
  const called = join(dir, 'called');
  // Stays in the first thing that the update does.
  await mkdir(join(dir, 'bin'));
  const docker = `#!/bin/sh\necho "$@" >> ${called}\nexec sleep 60\n`;
  await writeFile(join(dir, 'bin', 'docker'), docker, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(dir, 'bin')}:${process.env['PATH']}`, BUILD: 'no' };
  const args = [join(dir, 'docker', 'update.sh')];

  const first = spawn('bash', args, { env, detached: true, stdio: 'ignore' });
  const ended = once(first, 'exit');
  try {
    await until(() => existsSync(called));
    const second = spawnSync('bash', args, { env, timeout: 10_000, encoding: 'utf8' });
    expect([second.status, second.stdout]).toEqual([1, expect.stringContaining('another update runs')]);
    expect((await readFile(called, 'utf8')).trim().split('\n')).toHaveLength(1);
  } finally {
    process.kill(-(first.pid ?? 0), 'SIGTERM');
    await ended;
    await rm(dir, { recursive: true });
  }
});
