import type { Defect } from './defect.js';

const IMAGES = 'modules/images';
const CLOSE = `${IMAGES}/application/close-picture.ts`;
const CLOSE_TEST = `${IMAGES}/application/close-picture.db.spec.ts`;
const ACCEPT = `${IMAGES}/application/accept-generation.ts`;
const CRASH_TEST = `${IMAGES}/jobs/crash.db.spec.ts`;
const GENERATE_TEST = `${IMAGES}/http/generate.db.spec.ts`;

/** Guards of the work: each request is taken once, painted by one, and ends in time. */
export const WORK_DEFECTS: Defect[] = [
  {
    name: 'a worker whose attempt is over closes pictures',
    guard: 'attempt fence',
    edits: [
      {
        file: CLOSE,
        find: "worker: `attempt = $2 and status = 'processing'`",
        replace: "worker: `$2::int > 0 and status = 'processing'`",
      },
    ],
    test: CLOSE_TEST,
    only: 'the walls around a picture',
  },
  {
    name: 'a generation can be claimed while its picture is closed',
    guard: 'fence held until the commit',
    edits: [
      {
        file: CLOSE,
        find: 'where id = $1 and ${rights} and ${also} for no key update`',
        replace: 'where id = $1 and ${rights} and ${also}`',
      },
    ],
    test: CLOSE_TEST,
    only: 'the walls around a picture',
  },
  {
    name: 'a closed picture is delivered again',
    guard: 'state of the picture, when delivered',
    edits: [
      {
        file: CLOSE,
        find: 'engine_request_id = $8\n      where id = $1 and status in ${OPEN}`',
        replace: 'engine_request_id = $8\n      where id = $1`',
      },
    ],
    test: CLOSE_TEST,
    only: 'the walls around a picture',
  },
  {
    name: 'a picture that comes after the deadline is charged',
    guard: 'deadline in the closing transaction',
    edits: [{ file: CLOSE, find: `'deadline > now()'`, replace: `'true'` }],
    test: CLOSE_TEST,
    only: 'the walls around a picture',
  },
  {
    name: 'the sweeper takes what a worker may still finish',
    guard: 'rights of the sweeper',
    edits: [
      {
        file: CLOSE,
        find: '(deadline <= now() or (attempt >= $2 and lease_until < now()))`',
        replace: '$2::int > 0`',
      },
    ],
    test: CLOSE_TEST,
    only: 'the walls around a picture',
  },
  {
    name: 'a commit whose answer was lost counts as failed',
    guard: 'look whether it was done after all',
    edits: [
      {
        file: CLOSE,
        find: 'return closed || (await isDelivered(this.dataSource, picture.id, delivery.objectKey));',
        replace: 'return closed && isDelivered !== null;',
      },
    ],
    test: CLOSE_TEST,
    only: 'closing more than once',
  },
  {
    name: 'work is taken from a worker that is alive',
    guard: 'lease',
    edits: [
      {
        file: `${IMAGES}/persistence/line.ts`,
        find: "(${g}.status = 'pending' or ${g}.lease_until < now())",
        replace: "(${g}.status = 'pending' or ${g}.lease_until is not null)",
      },
    ],
    test: CRASH_TEST,
    only: 'many workers at once',
  },
  {
    name: 'work of a dead worker is never taken up',
    guard: 'end of the lease',
    edits: [
      {
        file: `${IMAGES}/persistence/line.ts`,
        find: "(${g}.status = 'pending' or ${g}.lease_until < now())",
        replace: "(${g}.status = 'pending')",
      },
    ],
    test: CRASH_TEST,
    only: 'after it was claimed',
  },
  {
    name: 'leases are not renewed',
    guard: 'renewal of the lease',
    edits: [
      {
        file: `${IMAGES}/jobs/claim-work.ts`,
        find: 'return renewLease(this.dataSource, id, attempt, this.leaseSeconds);',
        replace: 'return renewLease !== null && id !== null && attempt > 0;',
      },
    ],
    test: CRASH_TEST,
    only: 'a lease that is renewed',
  },
  {
    name: 'a worker that was overtaken goes on',
    guard: 'renewal notices a rival',
    edits: [
      {
        file: `${IMAGES}/jobs/lease.ts`,
        find: `if (!(await this.options.renew().catch(() => true))) this.abort('lost');`,
        replace: `await this.options.renew().catch(() => true);`,
      },
    ],
    test: CRASH_TEST,
    only: 'notices at its next renewal',
  },
  {
    name: 'a picture is painted as often as workers die',
    guard: 'three attempts',
    edits: [
      {
        file: `${IMAGES}/persistence/line.ts`,
        find: 'and ${g}.attempt < ${MAX_ATTEMPTS}',
        replace: 'and ${g}.attempt < ${MAX_ATTEMPTS} * 9',
      },
    ],
    test: CRASH_TEST,
    only: 'three times at the same generation',
    symptom: 'generations_attempt_check',
  },
  {
    name: 'what is past its deadline stays open',
    guard: 'deadline sweep',
    edits: [
      {
        file: `${IMAGES}/jobs/work-rows.ts`,
        find: `and (g.deadline <= now() or (g.attempt`,
        replace: `and (g.deadline is null or (g.attempt`,
      },
    ],
    test: `${IMAGES}/jobs/sweeper.db.spec.ts`,
    only: 'the deadline',
  },
  {
    name: 'all processes sweep at once',
    guard: 'lock of the sweeper',
    edits: [
      {
        file: `${IMAGES}/jobs/sweeper.ts`,
        find: 'if (!lock?.taken) return null;',
        replace: 'if (!lock) return null;',
      },
    ],
    test: `${IMAGES}/jobs/sweeper.db.spec.ts`,
    only: 'one process sweeps at a time',
  },
  {
    name: 'a lost ring is not repeated',
    guard: 'the sweeper rings again',
    edits: [
      {
        file: `${IMAGES}/jobs/sweeper.ts`,
        find: 'rung: await this.ringAgain(),',
        replace: 'rung: this.ringAgain.length,',
      },
    ],
    test: `${IMAGES}/jobs/sweeper.db.spec.ts`,
    only: 'work that nobody heard of',
  },
  {
    name: 'ringing waits for a Redis that does not answer',
    guard: 'a second for a ring',
    edits: [
      {
        file: `${IMAGES}/jobs/doorbell.ts`,
        find: 'const RING_TIMEOUT_MS = 1_000;',
        replace: 'const RING_TIMEOUT_MS = 15_000;',
      },
    ],
    test: `${IMAGES}/jobs/doorbell.db.spec.ts`,
    only: 'with a Redis that no longer answers',
  },
  {
    name: 'a key is good for another request',
    guard: 'replay with another body',
    edits: [
      {
        file: ACCEPT,
        find: `if (!replay.bodyHash.equals(requestHash(request))) throw new AppError('IDEMPOTENCY_KEY_REUSED');`,
        replace: '',
      },
    ],
    test: `${IMAGES}/http/generate-refusals.db.spec.ts`,
    only: 'one key for two different requests',
    // What was to be refused is answered as a success.
    symptom: 'Invalid input: expected false',
  },
  {
    name: 'a repeated request is taken for a new one',
    guard: 'idempotency key',
    edits: [
      {
        file: `${IMAGES}/persistence/submissions.ts`,
        find: 'r.user_id = $1 and r.idem_key = $2',
        replace: 'r.user_id = $1 and r.idem_key = $2 and false',
      },
    ],
    test: GENERATE_TEST,
    only: 'the same request again under its key',
  },
  {
    name: 'the database takes a key twice',
    guard: 'unique key of a generation',
    edits: [
      {
        file: 'platform/database/migrations/0003-pictures.ts',
        find: 'unique (user_id, idem_key),',
        replace: '',
      },
    ],
    test: `${IMAGES}/application/accept-generation.walls.db.spec.ts`,
  },
  {
    name: 'people have any number of generations in flight',
    guard: 'in-flight limit',
    edits: [{ file: ACCEPT, find: '{ inFlight: openGenerations, ', replace: '{ inFlight: 0 * openGenerations, ' }],
    test: GENERATE_TEST,
    only: 'with room for four of twenty',
  },
  {
    name: 'requests are accepted that cannot be done',
    guard: 'admission',
    edits: [{ file: ACCEPT, find: 'if (refusal) throw refusal;', replace: '' }],
    test: `${IMAGES}/http/admission.db.spec.ts`,
  },
  {
    name: 'an engine that fails is asked again and again',
    guard: 'breaker',
    edits: [
      {
        file: `${IMAGES}/persistence/engine-health.ts`,
        find: `openings = h.openings + case when $3 or h.open_until is not null or h.faults + 1 >= $4 then 1 else 0 end,
       open_until = case when $3 or h.open_until is not null or h.faults + 1 >= $4`,
        replace: `openings = h.openings + case when $3 or h.open_until is not null or h.faults + 1 >= $4 + 99 then 1 else 0 end,
       open_until = case when $3 or h.open_until is not null or h.faults + 1 >= $4 + 99`,
      },
    ],
    test: `${IMAGES}/jobs/engine-breaker.db.spec.ts`,
    only: 'an engine that fails again and again',
  },
  {
    name: 'everybody finds out at once whether an engine is back',
    guard: 'one probe',
    edits: [
      {
        file: `${IMAGES}/jobs/work-rows.ts`,
        find: 'and (not n.probes or exists (select 1 from probe))',
        replace: 'and (not n.probes or n.id is not null)',
      },
    ],
    test: `${IMAGES}/application/claim-races.db.spec.ts`,
    only: 'four workers before an engine',
  },
  {
    name: 'a generation is taken back while a worker paints it',
    guard: 'taking back only what waits',
    edits: [
      {
        file: `${IMAGES}/persistence/take-back.ts`,
        find: `where id = $1 and status = 'pending' and attempt = 0`,
        replace: `where id = $1`,
      },
    ],
    test: `${IMAGES}/application/cancel-generation.db.spec.ts`,
    only: 'the walls around a generation',
  },
];
