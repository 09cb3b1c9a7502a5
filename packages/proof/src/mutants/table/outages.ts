import type { Mutant } from '../mutant.js';

const POOL_TEST = 'timed-pool.db.spec.ts';
const ACCEPT_TEST = 'accept-generation.db.spec.ts';
const LEASE_TEST = 'with-lease.db.spec.ts';

/** Guards of outages: requests fail in time when the database does not answer, and processes do not work twice. */
export const OUTAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'requests wait for a connection to a database that does not answer',
    guard: 'a query time-out refuses the requests that wait',
    edits: [{ in: 'TimedPool.constructor', replace: 'this.failWaiting()', by: 'undefined' }],
    test: POOL_TEST,
    title: 'the first time-out also fails',
    symptom: 'Exceeded timeout',
  },
  {
    name: 'the suspension of the process counts as silence of the database',
    guard: 'longest time that one tick counts',
    edits: [{ in: 'TimedClient.startTimer', replace: 'Math.min(now - last, LONGEST_TICK_MS)', by: 'now - last' }],
    test: 'outage.db.spec.ts',
    title: 'is not blamed for the time',
  },
  {
    name: 'acceptances wait for connections to a database that does not answer',
    guard: 'a query time-out refuses acceptances that wait for a connection',
    edits: [{ in: 'AcceptGeneration.constructor', remove: 'this.connections.cancel()' }],
    test: ACCEPT_TEST,
    title: 'refuses all requests that wait',
  },
  {
    name: 'acceptances wait for others of their user while the database does not answer',
    guard: 'a query time-out refuses acceptances that wait for others',
    edits: [{ in: 'AcceptGeneration.constructor', remove: 'this.perUser.cancel()' }],
    test: ACCEPT_TEST,
    title: 'refuses all requests that wait',
  },
  {
    name: 'two processes hold one lease',
    guard: 'a lease is free when it has ended',
    edits: [{ sql: 'ACQUIRE', remove: 'leases.until <= now()' }],
    test: LEASE_TEST,
    title: 'answers null while',
  },
  {
    name: 'a process releases the lease of another',
    guard: 'owner of a lease',
    edits: [{ in: 'withLease', replace: '{ name, owner }', by: '{ name }' }],
    test: LEASE_TEST,
    title: 'took the lease over',
  },
  {
    name: 'a process without the database works on under a lease that has ended',
    guard: 'a lease ends with its seconds',
    edits: [{ in: 'keepLease', replace: 'endsAt - performance.now()', by: '86_400_000' }],
    test: 'with-lease.spec.ts',
    title: 'aborts the signal when no renewal',
  },
];
