import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Edit } from './defect.js';

const COPIED = ['src', 'test', 'package.json', 'jest.config.mjs'];

/** Postgres and Redis are those of whoever runs the copy, so that not every run starts its own. */
const CONFIG = `import settings from './jest.config.mjs';
const { globalSetup, globalTeardown, ...rest } = settings;
export default rest;
`;

/** The API's folder in the checkout. Nothing is ever written there. */
const checkout = (): string => {
  const canaries = createRequire(join(process.cwd(), 'package.json')).resolve('@app/api/test-support/canaries');
  return dirname(dirname(dirname(canaries)));
};

const sourceOf = (root: string, { file }: Edit): string => join(root, 'src', file);

/** Throws unless `find` stands in `text` exactly once: else the edit does not mean any more what it was written for. */
function edited(text: string, { file, find, replace }: Edit): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} has ${text.split(find).length - 1} times, not once: ${find}`);
  }
  return before + replace + after;
}

/** Throws when an edit does not fit the sources of the checkout, or does not change them. */
export async function checkEdits(edits: Edit[]): Promise<void> {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const path = sourceOf(checkout(), edit);
    const text = texts.get(path) ?? (await readFile(path, 'utf8'));
    texts.set(path, edited(text, edit));
    if (texts.get(path) === text) throw new Error(`${edit.file}: the edit changes nothing`);
  }
}

/** A copy of the API's sources and tests, with the dependencies of the checkout, that may be damaged. */
export class PrivateCopy {
  private constructor(
    readonly dir: string,
    /** Of its tests. */
    readonly config: string,
  ) {}

  static async make(): Promise<PrivateCopy> {
    const dir = await mkdtemp(join(tmpdir(), 'defects-'));
    const from = checkout();
    for (const name of COPIED) await cp(join(from, name), join(dir, name), { recursive: true });
    await symlink(join(from, 'node_modules'), join(dir, 'node_modules'));
    await mkdir(join(dir, 'test-results'));
    const config = join(dir, 'defects.config.mjs');
    await writeFile(config, CONFIG);
    return new PrivateCopy(dir, config);
  }

  /** Does `work` on the damaged copy, and mends it afterwards. */
  async with<T>(edits: Edit[], work: () => Promise<T>): Promise<T> {
    const before = new Map<string, string>();
    try {
      for (const edit of edits) {
        const path = sourceOf(this.dir, edit);
        const text = await readFile(path, 'utf8');
        if (!before.has(path)) before.set(path, text);
        await writeFile(path, edited(text, edit));
      }
      return await work();
    } finally {
      for (const [path, text] of before) await writeFile(path, text);
    }
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }
}
