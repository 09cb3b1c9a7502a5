import type { Mutant } from '../mutant.js';

const DISPATCH_TEST = 'dispatch-batches.db.spec.ts';
const CONTROL_TEST = 'control-batch.db.spec.ts';

/** Guards of batches: what a row costs, and what it takes from others. */
export const BATCH_MUTANTS: readonly Mutant[] = [
  {
    name: 'a row is charged at a price that rose after the start',
    guard: 'the frozen price is the highest',
    edits: [
      {
        in: 'priced',
        replace: 'Math.min(request.unitPrice, terms.highestUnitPrice)',
        by: 'request.unitPrice',
      },
    ],
    test: DISPATCH_TEST,
    title: 'the frozen price',
  },
  {
    name: 'rows take slots that are not free',
    guard: 'free slots of the engine',
    edits: [{ in: 'DispatchBatches.release', remove: 'left === 0' }],
    test: DISPATCH_TEST,
    title: 'only free slots',
  },
  {
    name: 'slots of a dead worker count',
    guard: 'time of a report of slots',
    edits: [{ sql: 'FREE', remove: 'w.until > now()' }],
    test: DISPATCH_TEST,
    title: 'without a living worker',
  },
  {
    name: 'rows go before single requests',
    guard: 'priority of rows',
    edits: [
      {
        in: 'priorityOf',
        replace: 'terms?.priority ?? PLAN_TERMS[plan].queuePriority',
        by: 'PLAN_TERMS[plan].queuePriority',
      },
    ],
    test: DISPATCH_TEST,
    title: 'priority',
  },
  {
    name: 'one person takes all slots',
    guard: 'turns of people',
    edits: [{ sql: 'DUE', replace: 'order by b.turn_at, b.id', by: 'order by b.id' }],
    test: DISPATCH_TEST,
    title: 'in turn',
  },
  {
    name: 'a batch goes on without its plan',
    guard: 'plan of each release',
    edits: [{ in: 'ReleaseRow.run', replace: 'PLAN_TERMS[plan].batchLimit === 0', by: 'false' }],
    test: DISPATCH_TEST,
    title: 'the plan is lost',
  },
  {
    name: 'a batch goes on after its key was revoked',
    guard: 'key of each release',
    edits: [{ in: 'ReleaseRow.run', remove: `if (isKeyEnded) return this.pause(row, 'api_key_revoked');` }],
    test: CONTROL_TEST,
    title: 'its key was revoked',
  },
  {
    name: 'a paused batch is released',
    guard: 'status of the batch',
    edits: [
      { sql: 'DUE', remove: `b.status = 'running'` },
      { sql: 'LINK', remove: `b.status = 'running'` },
    ],
    test: CONTROL_TEST,
    title: 'while paused',
  },
  {
    name: 'a stop leaves released rows in the queue',
    guard: 'cancelling what no worker has begun',
    edits: [{ in: 'ControlBatch.stop', remove: 'await this.endings.cancelReleased(id)' }],
    test: CONTROL_TEST,
    title: 'what is pending',
  },
  {
    name: 'two batches of one person run',
    guard: 'one running batch',
    edits: [{ in: 'StartBatch.create', replace: 'await hasRunning(tx, userId)', by: 'false' }],
    test: 'batches.db.spec.ts',
    title: 'under different keys one runs',
    symptom: 'batches_one_running',
  },
];
