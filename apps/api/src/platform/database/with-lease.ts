import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { changed, rows } from './rows.js';

const ACQUIRE = `
  insert into leases (name, owner, until) values ($1, $2, now() + make_interval(secs => $3))
  on conflict (name) do update set owner = excluded.owner, until = excluded.until where leases.until <= now()
  returning name`;
const RENEW = `update leases set until = now() + make_interval(secs => $3) where name = $1 and owner = $2`;
const RELEASE = `delete from leases where name = $1 and owner = $2`;

/**
 * Runs `work` while no other process runs work of the same name; null when one does, and nothing was done. The lease is
 * renewed as long as the work runs. If the process dies, it ends by itself after `seconds`. `signal` is aborted when the
 * lease was lost, because the database could not be reached for so long.
 */
export async function withLease<T>(
  dataSource: DataSource,
  name: string,
  seconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const owner = randomUUID();
  const acquired = await rows(dataSource, ACQUIRE, [name, owner, seconds]);
  if (acquired.length === 0) return null;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    changed(dataSource, RENEW, [name, owner, seconds]).then(
      (count) => count === 0 && lost.abort(),
      // The next renewal tries again; if the lease ends before, another process may have it.
      () => undefined,
    );
  }, seconds * 333);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(renewal);
    // Without it the lease ends by itself.
    await changed(dataSource, RELEASE, [name, owner]).catch(() => 0);
  }
}
