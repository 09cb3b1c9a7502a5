import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { clearStalePidFile } from './running-process.js';
import { canReach, findUnprivilegedAccount, type Account } from './unprivileged-account.js';

/** Folders that every account can reach. */
const SHARED_DIRS = ['/var/lib/image-studio-sandbox', '/var/tmp/image-studio-sandbox'];
const STATE_FILE = 'postgres.json';
const OWNER_FILE = 'owner';
/** `elsewhere` is absolute; null means the folder itself, which may be moved. */
const State = z.object({ password: z.string(), elsewhere: z.string().nullable() });
type State = z.infer<typeof State>;

export interface PostgresHome {
  /** PGDATA; exists only after initdb. */
  dataDir: string;
  password: string;
  /** undefined: the current user. */
  account: Account | undefined;
}

/** A shared folder is used when Postgres runs under an account that cannot reach `dir`, such as root's home. */
export async function openPostgresHome(dir: string, onLog: (line: string) => void): Promise<PostgresHome> {
  await mkdir(dir, { recursive: true });
  const account = await findUnprivilegedAccount();
  const known = await readState(dir);
  if (known && (known.elsewhere === null || (await exists(known.elsewhere)))) {
    const dataDir = dataDirOf(dir, known);
    return { dataDir, password: known.password, account: await ownerOf(dataDir, account) };
  }
  const state: State = { password: randomBytes(18).toString('base64url'), elsewhere: null };
  if (account && !(await canReach(account, resolve(dir)))) {
    state.elsewhere = await createSharedHome(await chooseSharedDir(account), resolve(dir));
    onLog(`The user "${account.name}" cannot reach ${dir}: the data is kept in ${state.elsewhere}`);
  }
  await writeState(dir, state);
  // Written last, so that a shared home with an owner file is always known to its owner.
  if (state.elsewhere) await writeFile(join(state.elsewhere, OWNER_FILE), resolve(dir));
  return { dataDir: dataDirOf(dir, state), password: state.password, account };
}

/** Also deletes data kept elsewhere. Postgres must be stopped. */
export async function removePostgresData(dir: string): Promise<void> {
  const state = await readState(dir);
  if (state) {
    const dataDir = dataDirOf(dir, state);
    await clearStalePidFile(join(dataDir, 'postmaster.pid'), 'postgres', 'Postgres', dataDir);
    if (state.elsewhere) await rm(state.elsewhere, { recursive: true, force: true });
  }
  await rm(dir, { recursive: true, force: true });
}

export async function changeOwner(account: Account | undefined, dir: string): Promise<void> {
  if (account) await chown(dir, account.uid, account.gid);
}

const dataDirOf = (dir: string, state: State): string => join(state.elsewhere ?? resolve(dir), 'data');

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function readState(dir: string): Promise<State | undefined> {
  const text = await readFile(join(dir, STATE_FILE), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : State.parse(JSON.parse(text));
}

async function writeState(dir: string, state: State): Promise<void> {
  const file = join(dir, STATE_FILE);
  await writeFile(`${file}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Existing data keeps its owner, so that a start as root does not lock the ordinary user out. */
async function ownerOf(dataDir: string, account: Account | undefined): Promise<Account | undefined> {
  const owner = account && (await stat(dataDir).catch(() => undefined));
  return owner && owner.uid !== 0 ? { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid } : account;
}

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

async function createSharedHome(sharedDir: string, dir: string): Promise<string> {
  for (const entry of await readdir(sharedDir)) {
    if (entry.startsWith('data-')) await removeIfAbandoned(join(sharedDir, entry), dir);
  }
  const home = await mkdtemp(join(sharedDir, 'data-'));
  await chmod(home, 0o711);
  return home;
}

/** Other homes stay, because their owner may be on an unmounted disk. */
async function removeIfAbandoned(home: string, newOwner: string): Promise<void> {
  const owner = await readFile(join(home, OWNER_FILE), 'utf8').catch(() => undefined);
  if (owner === undefined) return;
  const mayGo = owner === newOwner || owner.startsWith(`${tmpdir()}${sep}`);
  if (!mayGo || (await readState(owner))?.elsewhere === home) return;
  const dataDir = join(home, 'data');
  const isFree = await clearStalePidFile(join(dataDir, 'postmaster.pid'), 'postgres', 'Postgres', dataDir).then(
    () => true,
    () => false,
  );
  if (isFree) await rm(home, { recursive: true, force: true });
}
