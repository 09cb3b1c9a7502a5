import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { clearStalePidFile } from './running-process.js';
import { canReach, findUnprivilegedAccount, type Account } from './unprivileged-account.js';

/** Folders that every account of the machine can reach, for data and programs that the asked folder cannot hold. */
const SHARED_DIRS = ['/var/lib/image-studio-sandbox', '/var/tmp/image-studio-sandbox'];
const STATE_FILE = 'postgres.json';
const State = z.object({ password: z.string(), home: z.string() });

export interface PostgresHome {
  /** The data folder proper (PGDATA); exists only after initdb. */
  dataDir: string;
  password: string;
  /** Who runs the server; undefined: the current user. */
  account: Account | undefined;
}

/**
 * Decides where the data of `dir` lives and remembers it in `dir/postgres.json`: in `dir` itself, or, when Postgres
 * has to run under another account that cannot reach `dir` (root's home, say), in a shared folder.
 */
export async function openPostgresHome(dir: string, onLog: (line: string) => void): Promise<PostgresHome> {
  await mkdir(dir, { recursive: true });
  const account = await findUnprivilegedAccount();
  const known = await readState(dir);
  if (known && (await stat(known.home).catch(() => undefined))) {
    return withOwner(known, account);
  }
  let home = resolve(dir);
  if (account && !(await canReach(account, home))) {
    home = await createSharedHome(await chooseSharedDir(account), home);
    onLog(`The user "${account.name}" cannot reach ${dir}: the data is kept in ${home}`);
  }
  const state = { password: randomBytes(18).toString('base64url'), home };
  await writeState(dir, state);
  return { dataDir: join(home, 'data'), password: state.password, account };
}

/** Deletes `dir` and the data that it stands for, wherever it is kept. Postgres must be stopped. */
export async function removePostgresData(dir: string): Promise<void> {
  const state = await readState(dir);
  if (state) {
    await clearStalePidFile(join(state.home, 'data', 'postmaster.pid'), 'postgres', 'Postgres', state.home);
    await rm(state.home, { recursive: true, force: true });
  }
  await rm(dir, { recursive: true, force: true });
}

/** Makes `dir` one that `account` may write to. */
export async function giveTo(account: Account | undefined, dir: string): Promise<void> {
  if (account) await chown(dir, account.uid, account.gid);
}

async function readState(dir: string): Promise<z.infer<typeof State> | undefined> {
  const text = await readFile(join(dir, STATE_FILE), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : State.parse(JSON.parse(text));
}

async function writeState(dir: string, state: z.infer<typeof State>): Promise<void> {
  const file = join(dir, STATE_FILE);
  await writeFile(`${file}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Existing data is served by its owner, so that a start as root does not lock the ordinary user out. */
async function withOwner(state: z.infer<typeof State>, account: Account | undefined): Promise<PostgresHome> {
  const dataDir = join(state.home, 'data');
  const owner = account && (await stat(dataDir).catch(() => undefined));
  const served = owner && owner.uid !== 0 ? { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid } : account;
  return { dataDir, password: state.password, account: served };
}

/** A folder that `account` can reach, for what it cannot reach elsewhere: data, or a copy of the programs. */
export async function chooseSharedDir(account: Account): Promise<string> {
  for (const dir of SHARED_DIRS) {
    const created = await mkdir(dir, { recursive: true, mode: 0o755 }).then(
      () => true,
      () => false,
    );
    if (created && (await canReach(account, dir))) return dir;
  }
  throw new Error(
    `The user "${account.name}" can reach none of ${SHARED_DIRS.join(', ')}, so Postgres has no place for its data.`,
  );
}

/** A new folder for the data of `dir`; what an earlier, since deleted `dir` of the same path left behind is removed. */
async function createSharedHome(sharedDir: string, dir: string): Promise<string> {
  const prefix = `data-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}-`;
  for (const entry of await readdir(sharedDir)) {
    if (!entry.startsWith(prefix)) continue;
    const orphan = join(sharedDir, entry);
    await clearStalePidFile(join(orphan, 'data', 'postmaster.pid'), 'postgres', 'Postgres', orphan);
    await rm(orphan, { recursive: true, force: true });
  }
  const home = await mkdtemp(join(sharedDir, prefix));
  await chmod(home, 0o711);
  return home;
}
