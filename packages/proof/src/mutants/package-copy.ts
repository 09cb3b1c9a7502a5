import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { REPOSITORY, type Sources } from './sources.js';

const NOT_COPIED = new Set(['node_modules', 'dist', 'build', 'coverage', 'test-results', '.turbo']);

/** The folder of the package that a file belongs to, such as `apps/api`. */
export const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** A copy of one package, with the dependencies of the original, in which mutants are applied. */
export class PackageCopy {
  private constructor(readonly dir: string) {}

  static async make(folder: string): Promise<PackageCopy> {
    const dir = await mkdtemp(join(tmpdir(), 'mutants-'));
    const from = join(REPOSITORY, folder);
    await cp(from, dir, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
    await symlink(join(from, 'node_modules'), join(dir, 'node_modules'));
    await mkdir(join(dir, 'test-results'));
    return new PackageCopy(dir);
  }

  /** Runs `work` with the changed files, whose paths are relative to the repository, and restores them. */
  async withChanges<T>(changed: ReadonlyMap<string, string>, sources: Sources, work: () => Promise<T>): Promise<T> {
    const place = (path: string): string => join(this.dir, path.split('/').slice(2).join('/'));
    try {
      for (const [path, text] of changed) await writeFile(place(path), text);
      return await work();
    } finally {
      for (const path of changed.keys()) await writeFile(place(path), sources.text(path));
    }
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }
}
