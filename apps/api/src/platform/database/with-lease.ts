import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { LeaseEntity } from './lease.entity.js';
import { rows } from './rows.js';

const ACQUIRE = `
  insert into leases (name, owner, until) values ($1, $2, now() + make_interval(secs => $3))
  on conflict (name) do update set owner = excluded.owner, until = excluded.until where leases.until <= now()
  returning name`;

/** False when the lease is no longer the owner's. */
async function renewLease(dataSource: DataSource, name: string, owner: string, seconds: number): Promise<boolean> {
  const until = () => `now() + interval '${seconds} s'`;
  const { affected } = await dataSource.manager.update(LeaseEntity, { name, owner }, { until });
  return affected === 1;
}

/**
 * Runs `work` while no other process runs work of the same name. Returns null, and does nothing, when one does. The lease
 * is renewed as long as the work runs. If the process dies, it ends by itself after `seconds`. `signal` is aborted when
 * the lease was lost, because the database could not be reached for so long.
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
    renewLease(dataSource, name, owner, seconds).then(
      (isRenewed) => !isRenewed && lost.abort(),
      // The next renewal tries again; if the lease ends before, another process may have it.
      () => undefined,
    );
  }, seconds * 333);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(renewal);
    // Without it the lease ends by itself.
    await dataSource.manager.delete(LeaseEntity, { name, owner }).catch(() => undefined);
  }
}
