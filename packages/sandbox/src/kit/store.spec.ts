import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openSlice } from './store.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'store-spec-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const written = async () => JSON.parse(await readFile(join(dir, 'counter.json'), 'utf8')) as unknown;
const open = (writeDelayMs?: number) =>
  openSlice(
    dir,
    {
      name: 'counter',
      schema: z.object({ count: z.number() }),
      seed: () => ({ count: 0 }),
      ...(writeDelayMs !== undefined && { writeDelayMs }),
    },
    () => undefined,
  );

describe('a slice', () => {
  it('is written down before a change returns', async () => {
    const slice = open();
    slice.update((value) => (value.count += 1));

    expect(await written()).toEqual({ count: 1 });
  });

  it('with a delay is written down once for many changes, at the latest when it is flushed', async () => {
    const slice = open(3_600_000);
    for (let count = 0; count < 5; count += 1) slice.update((value) => (value.count += 1));
    expect(await written()).toEqual({ count: 0 });

    slice.flush();

    expect(await written()).toEqual({ count: 5 });
    expect(open().value).toEqual({ count: 5 });
  });
});
