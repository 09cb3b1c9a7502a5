import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findNginx } from './nginx-program.js';

const PATH = process.env.PATH ?? '';
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nginx-program-spec-'));
  process.env.PATH = `${dir}${delimiter}${PATH}`;
});
afterEach(async () => {
  process.env.PATH = PATH;
  await rm(dir, { recursive: true, force: true });
});

describe('findNginx', () => {
  it('finds the installed nginx', async () => {
    await writeFile(join(dir, 'nginx'), '#!/bin/sh\necho "nginx version: nginx/9.8.7" >&2\n', { mode: 0o755 });

    expect(await findNginx()).toEqual({ command: 'nginx', env: {}, version: '9.8.7' });
  });
});
