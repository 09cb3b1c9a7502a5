import { access, chmod, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './running-process.js';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
const USUAL = '/tmp';
/** Several times what the API's tests keep at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;
const NAME = /^test-services-(\d+)-/;

async function hasRoom(dir: string): Promise<boolean> {
  try {
    await access(dir, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** What a run left that was killed would fill the memory. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(NAME.exec(name)?.[1]);
    // Another account's folder stays.
    if (pid > 0 && !isRunning(pid))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** In memory, unless there is little of it or TMPDIR names another place. */
const usualParent = async (): Promise<string> => (tmpdir() === USUAL && (await hasRoom(MEMORY)) ? MEMORY : tmpdir());

/**
 * A folder for data that nobody keeps. Each test file copies a database of 300 files and drops it, and ext4 searches long
 * for an inode that was not freed just before, which memory does not.
 */
export async function createTestFolder(parent?: string): Promise<string> {
  const place = parent ?? (await usualParent());
  await removeAbandoned(place);
  const dir = await mkdtemp(join(place, `test-services-${process.pid}-`));
  // Postgres may run under another account and must be able to enter the folder.
  await chmod(dir, 0o711);
  return dir;
}
