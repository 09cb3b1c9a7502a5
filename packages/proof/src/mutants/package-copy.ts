import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { REPOSITORY, type Sources } from './sources.js';

const NOT_COPIED = new Set(['node_modules', 'dist', 'build', 'coverage', 'test-results', '.turbo']);

/** The folder of the package that a file belongs to, such as `apps/api`. */
export const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** Links in `to` to everything that `from` has, except for one name. */
async function linkAllBut(name: string, from: string, to: string): Promise<void> {
  for (const other of await readdir(from)) if (other !== name) await symlink(join(from, other), join(to, other));
}

/** A copy of one package, with the dependencies of the original, in which mutants are applied. */
export class PackageCopy {
  private constructor(
    private readonly root: string,
    readonly dir: string,
  ) {}

  /** Tests read pages and settings outside their package, so its surroundings are there too. */
  static async make(folder: string): Promise<PackageCopy> {
    const root = await mkdtemp(join(tmpdir(), 'mutants-'));
    const [dir, from] = [join(root, folder), join(REPOSITORY, folder)];
    await mkdir(dirname(dir));
    await linkAllBut(dirname(folder), REPOSITORY, root);
    await linkAllBut(basename(folder), dirname(from), dirname(dir));
    await cp(from, dir, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
    await symlink(join(from, 'node_modules'), join(dir, 'node_modules'));
    await mkdir(join(dir, 'test-results'));
    return new PackageCopy(root, dir);
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
    return rm(this.root, { recursive: true, force: true });
  }
}
