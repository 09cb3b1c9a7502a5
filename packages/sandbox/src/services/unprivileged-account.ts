import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** An existing account; undefined when this process is not root. @throws Error without `postgres` and `nobody` */
export async function findUnprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      continue;
    }
  }
  throw new Error('Postgres cannot run as root, and there is neither a user "postgres" nor "nobody" to run it as.');
}

export async function canReach(account: Account, path: string): Promise<boolean> {
  return run('/bin/sh', ['-c', 'test -x "$0"', path], { uid: account.uid, gid: account.gid, cwd: '/' }).then(
    () => true,
    () => false,
  );
}
