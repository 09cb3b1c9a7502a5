import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { LeaseEntity } from './lease.entity.js';
import { rows } from './rows.js';

const ACQUIRE = `
  insert into leases (name, owner, until) values ($1, $2, now() + make_interval(secs => $3))
  on conflict (name) do update set owner = excluded.owner, until = excluded.until where leases.until <= now()
  returning name`;

interface Lease {
  name: string;
  owner: string;
  seconds: number;
}

async function renewLease(dataSource: DataSource, { name, owner, seconds }: Lease): Promise<boolean> {
  const until = () => `now() + interval '${seconds} s'`;
  const { affected } = await dataSource.manager.update(LeaseEntity, { name, owner }, { until });
  return affected === 1;
}

/** `lost` aborts when another process has the lease, or may have it since no renewal succeeded in time. */
function keepLease(dataSource: DataSource, lease: Lease, acquiredAt: number): { lost: AbortSignal; end: () => void } {
  const lost = new AbortController();
  let expiry: NodeJS.Timeout | undefined;
  let endsAt = 0;
  let isOver = false;
  const heldSince = (askedAt: number): void => {
    if (isOver) return;
    endsAt = Math.max(endsAt, askedAt + lease.seconds * 1000);
    clearTimeout(expiry);
    expiry = setTimeout(() => lost.abort(), endsAt - performance.now());
  };
  heldSince(acquiredAt);
  const renewal = setInterval(() => {
    const askedAt = performance.now();
    renewLease(dataSource, lease).then(
      (isRenewed) => (isRenewed ? heldSince(askedAt) : lost.abort()),
      () => undefined,
    );
  }, lease.seconds * 333);
  const end = (): void => {
    isOver = true;
    clearInterval(renewal);
    clearTimeout(expiry);
  };
  return { lost: lost.signal, end };
}

/** Runs `work` under a renewed lease; null if another process has it. `signal` aborts when the lease is lost. */
export async function withLease<T>(
  dataSource: DataSource,
  name: string,
  seconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const owner = randomUUID();
  const askedAt = performance.now();
  const acquired = await rows(dataSource, ACQUIRE, [name, owner, seconds]);
  if (acquired.length === 0) return null;
  const { lost, end } = keepLease(dataSource, { name, owner, seconds }, askedAt);
  try {
    return await work(lost);
  } finally {
    end();
    // Otherwise the lease expires by itself.
    await dataSource.manager.delete(LeaseEntity, { name, owner }).catch(() => undefined);
  }
}
