import type { DataSource } from 'typeorm';
import { withLease } from './with-lease.js';

const LEASE_SECONDS = 60;

/** `withLease` with the length that walks and sweeps use. */
export const alone = <T>(dataSource: DataSource, name: string, work: () => Promise<T>): Promise<T | null> =>
  withLease(dataSource, name, LEASE_SECONDS, work);
