import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { LeaseEntity } from './lease.entity.js';
import { rows } from './rows.js';

const ACQUIRE = `
  insert into leases (name, owner, until) values ($1, $2, now() + make_interval(secs => $3))
  on conflict (name) do update set owner = excluded.owner, until = excluded.until where leases.until <= now()
  returning name`;

async function renewLease(dataSource: DataSource, name: string, owner: string, seconds: number): Promise<boolean> {
  const until = () => `now() + interval '${seconds} s'`;
  const { affected } = await dataSource.manager.update(LeaseEntity, { name, owner }, { until });
  return affected === 1;
}

/** Runs `work` under a renewed lease; null if another process has it. `signal` aborts when the lease is lost. */
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
      () => undefined,
    );
  }, seconds * 333);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(renewal);
    // Otherwise the lease expires by itself.
    await dataSource.manager.delete(LeaseEntity, { name, owner }).catch(() => undefined);
  }
}
