import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { childEnvironment, settings } from '../../src/config.js';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'bench.js');
const TIMEOUT_MS = 3 * 3_600_000;

// In a separate process, so that Jest is not measured.
test(
  'keeps every promise of the benchmarks',
  async () => {
    const bench = spawn(process.execPath, [MAIN, ...(settings.isRecorded ? ['--write'] : [])], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: childEnvironment,
    });
    expect(await once(bench, 'close')).toEqual([0, null]);
  },
  TIMEOUT_MS,
);
