import { readStored, writeStored } from '../../shared/storage/local-storage';

const LEASE_KEY = 'session_refresh_until';
const LEASE_MS = 10_000;

/**
 * Runs the work while no other tab runs its own. Browsers offer locks in secure contexts only; on a plain http address a
 * lease in local storage takes their place. A lease is no mutual exclusion, but it makes two tabs at once rare, and the
 * server gives both the same tokens then.
 */
export function withCrossTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // The type claims that it is always there; it is not on a LAN address over http.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request(name, work) : withLease(work);
}

async function withLease<T>(work: () => Promise<T>): Promise<T> {
  const left = Number(readStored(LEASE_KEY) ?? 0) - Date.now();
  if (left > 0) await leaseReleased(Math.min(left, LEASE_MS));
  writeStored(LEASE_KEY, String(Date.now() + LEASE_MS));
  try {
    return await work();
  } finally {
    writeStored(LEASE_KEY, null);
  }
}

/** Resolves when the tab that holds the lease lets go of it, or after `ms` if it died. */
function leaseReleased(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('storage', onStorage);
      resolve();
    };
    const onStorage = (event: StorageEvent) => {
      if (event.key === LEASE_KEY && event.newValue === null) done();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('storage', onStorage);
  });
}
