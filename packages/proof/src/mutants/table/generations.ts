import type { Mutant } from '../mutant.js';

const CLOSE_TEST = 'close-image.db.spec.ts';
const CLOSE_TITLE = 'the guards of an image';
const CRASH_TEST = 'crash.db.spec.ts';

/** Guards of generations: each is accepted once, made by one worker, and ends in time. */
export const GENERATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'a worker whose attempt is over delivers images',
    guard: 'attempt fence of deliveries',
    edits: [{ sql: 'LOCK_FOR_DELIVERY', remove: 'attempt = $2' }],
    test: CLOSE_TEST,
    title: CLOSE_TITLE,
  },
  {
    name: 'a worker whose attempt is over fails images',
    guard: 'attempt fence of failures',
    edits: [{ sql: 'LOCK_FOR_WORKER', remove: 'attempt = $2' }],
    test: CLOSE_TEST,
    title: CLOSE_TITLE,
  },
  {
    name: 'a generation can be claimed while its image is closed',
    guard: 'fence held until the commit',
    edits: [{ sql: 'LOCK_FOR_DELIVERY', replace: 'for no key update', by: '' }],
    test: CLOSE_TEST,
    title: CLOSE_TITLE,
  },
  {
    name: 'a closed image is delivered again',
    guard: 'state of the image when delivered',
    edits: [{ sql: 'MARK_DELIVERED', remove: `status in ('pending', 'processing')` }],
    test: CLOSE_TEST,
    title: CLOSE_TITLE,
  },
  {
    name: 'an image that arrives after the deadline is charged',
    guard: 'deadline in the closing transaction',
    edits: [{ sql: 'LOCK_FOR_DELIVERY', remove: 'deadline > now()' }],
    test: CLOSE_TEST,
    title: CLOSE_TITLE,
  },
  {
    name: 'the sweeper ends what a worker may still finish',
    guard: 'condition of the sweeper',
    edits: [{ sql: 'LOCK_FOR_SWEEPER', remove: '(deadline <= now() or (attempt >= $2 and lease_until < now()))' }],
    test: CLOSE_TEST,
    title: CLOSE_TITLE,
  },
  {
    name: 'a commit whose answer was lost counts as failed',
    guard: 'look-up after a lost answer',
    edits: [
      { in: 'CloseImage.deliver', remove: 'await isDeliveredWith(this.dataSource, picture.id, delivery.objectKey)' },
    ],
    test: CLOSE_TEST,
    title: 'closing more than once',
  },
  {
    name: 'work is taken from a living worker',
    guard: 'lease',
    edits: [{ sql: 'CLAIMABLE', remove: 'g.lease_until < now()' }],
    test: CRASH_TEST,
    title: 'many workers at once',
  },
  {
    name: 'work of a dead worker is never taken over',
    guard: 'end of the lease',
    edits: [{ sql: 'CLAIMABLE', replace: 'g.lease_until < now()', by: 'false' }],
    test: CRASH_TEST,
    title: 'another one finishes',
  },
  {
    name: 'leases are not renewed',
    guard: 'renewal of the lease',
    edits: [
      {
        in: 'ClaimGeneration.keep',
        replace: 'renewLease(this.dataSource, id, attempt, this.leaseSeconds)',
        by: 'true',
      },
    ],
    test: CRASH_TEST,
    title: 'a lease that is renewed',
  },
  {
    name: 'a worker that lost its lease continues',
    guard: 'a lost lease aborts the work',
    edits: [{ in: 'Lease.renew', remove: `this.abort('lost')` }],
    test: CRASH_TEST,
    title: 'notices at its next renewal',
  },
  {
    name: 'a generation is attempted without limit',
    guard: 'three attempts',
    edits: [{ sql: 'CLAIMABLE', remove: 'g.attempt < ${MAX_ATTEMPTS}' }],
    test: CRASH_TEST,
    title: 'three times at the same generation',
    symptom: 'generations_attempt_check',
  },
  {
    name: 'a generation past its deadline stays open',
    guard: 'deadline sweep',
    edits: [{ sql: 'overdueImages', replace: '(g.deadline <= now() or (g.attempt', by: '(false or (g.attempt' }],
    test: 'sweeper.db.spec.ts',
    title: 'the deadline',
  },
  {
    name: 'all processes sweep at once',
    guard: 'lease of the sweeper',
    edits: [{ in: 'Sweeper.sweep', replace: `'sweep'`, by: 'String(Math.random())' }],
    test: 'sweeper.db.spec.ts',
    title: 'one process sweeps at a time',
  },
  {
    name: 'a lost notification is not repeated',
    guard: 'the sweeper enqueues again',
    edits: [{ in: 'Sweeper.sweep', replace: 'await this.enqueueWaiting()', by: '0' }],
    test: 'sweeper.db.spec.ts',
    title: 'work that nobody heard of',
  },
  {
    name: 'enqueuing waits for a Redis that does not answer',
    guard: 'time limit for enqueuing',
    edits: [{ in: 'ENQUEUE_TIMEOUT_MS', replace: '1_000', by: '15_000' }],
    test: 'generation-queue.db.spec.ts',
    title: 'with a Redis that no longer answers',
  },
  {
    name: 'an idempotency key is valid for another request',
    guard: 'comparison of the request with the stored one',
    edits: [{ in: 'AcceptGeneration.create', remove: `throw new AppError('IDEMPOTENCY_KEY_REUSED')` }],
    test: 'generate-refusals.db.spec.ts',
    title: 'one key for two different requests',
    symptom: 'Invalid input: expected false',
  },
  {
    name: 'a repeated request creates a new generation',
    guard: 'idempotency key',
    edits: [{ sql: 'FACTS', replace: 'r.idem_key = $2', by: 'r.idem_key = $2 and false' }],
    test: 'generate.db.spec.ts',
    title: 'the same request again under its key',
  },
  {
    name: 'the database stores a key twice',
    guard: 'unique idempotency key',
    edits: [{ sql: 'UP', replace: 'unique (user_id, idem_key),', by: '' }],
    test: 'accept-generation.walls.db.spec.ts',
  },
  {
    name: 'a user has any number of generations in flight',
    guard: 'in-flight limit',
    edits: [
      {
        in: 'AcceptGeneration.create',
        replace: '{ inFlight: openGenerations, availableUnits: isPaid ? totalUnits : 0 }',
        by: '{ inFlight: 0, availableUnits: isPaid ? totalUnits : 0 }',
      },
    ],
    test: 'generate.db.spec.ts',
    title: 'with room for four of twenty',
  },
  {
    name: 'requests are accepted that cannot be served',
    guard: 'admission check',
    edits: [{ in: 'AcceptGeneration.create', remove: 'if (refusal) throw refusal;' }],
    test: 'admission-answers.db.spec.ts',
    title: 'takes no requests|answers BACKLOG_FULL',
  },
  {
    name: 'a failing engine is called again and again',
    guard: 'circuit breaker',
    edits: [
      {
        sql: 'FAULT',
        replace: 'open_until = case when $3 or h.open_until is not null or h.faults + 1 >= $4',
        by: 'open_until = case when $3 or h.open_until is not null or h.faults + 1 >= $4 + 99',
      },
    ],
    test: 'engine-breaker.db.spec.ts',
    title: 'an engine that fails again and again',
  },
  {
    name: 'all workers try a recovering engine at once',
    guard: 'one half-open trial',
    edits: [{ sql: 'claim', remove: '(not n.probes or exists (select 1 from probe))' }],
    test: 'claim-races.db.spec.ts',
    title: 'four workers before an engine',
  },
  {
    name: 'a generation is cancelled while a worker makes it',
    guard: 'only waiting generations are cancelled',
    edits: [{ in: 'cancelGeneration', replace: `{ id, status: 'pending', attempt: 0 }`, by: '{ id }' }],
    test: 'cancel-generation.db.spec.ts',
    title: 'the walls around a generation',
  },
  {
    name: 'simultaneous acceptances take all database connections',
    guard: 'limit of simultaneous acceptances',
    edits: [
      {
        in: 'AcceptGeneration.constructor',
        replace: 'new Semaphore(Math.max(1, Math.floor(config.database.pool / 2)), queryTimeoutError())',
        by: 'new Semaphore(1_000, queryTimeoutError())',
      },
    ],
    test: 'accept-generation.db.spec.ts',
    title: 'leaves half of the connections',
  },
  {
    name: 'a request is charged after its client was refused',
    guard: 'longest wait of an acceptance',
    edits: [{ in: 'AcceptGeneration.accept', replace: 'performance.now() - askedAt > LONGEST_WAIT_MS', by: 'false' }],
    test: 'accept-generation.db.spec.ts',
    title: 'refuses a request that waited too long',
  },
  {
    name: 'a worker keeps every image in memory',
    guard: 'release of abort signals',
    edits: [
      {
        in: 'EngineClient.inTime',
        replace: 'rejectedBy(either.signal)',
        by: 'rejectedBy(AbortSignal.any([either.signal]))',
      },
    ],
    test: 'engine-client.spec.ts',
    title: 'keeps nothing of a picture',
  },
];
