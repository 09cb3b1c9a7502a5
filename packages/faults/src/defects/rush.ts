import type { Defect } from './defect.js';

const APPLICATION = 'modules/images/application';
const ACCEPT = `${APPLICATION}/accept-generation.ts`;
const ACCEPT_TEST = `${APPLICATION}/accept-generation.db.spec.ts`;

/** Guards of everybody else while many ask at once. */
export const RUSH_DEFECTS: Defect[] = [
  {
    name: 'a rush of requests takes the connections of everything else',
    guard: 'places of acceptances',
    edits: [
      {
        file: ACCEPT,
        find: 'new Turns(Math.max(1, Math.floor(config.database.pool / 2)))',
        replace: 'new Turns()',
      },
    ],
    test: ACCEPT_TEST,
    only: 'leaves half of the connections',
  },
  {
    name: 'somebody who was told long ago to come back is charged',
    guard: 'longest turn',
    edits: [{ file: ACCEPT, find: 'performance.now() - askedAt > LONGEST_TURN_MS', replace: 'askedAt < 0' }],
    test: ACCEPT_TEST,
    only: 'waited long for their turn',
  },
  {
    name: 'a look at the line forgets who was let in since',
    guard: 'admission',
    edits: [
      { file: `${APPLICATION}/backlog.ts`, find: 'look.added += pictures', replace: 'look.added += 0 * pictures' },
    ],
    test: `${APPLICATION}/backlog.db.spec.ts`,
    only: 'counts what this process has let in',
  },
  {
    name: 'a worker keeps every picture that it ever painted',
    guard: 'memory of the worker',
    edits: [
      {
        file: 'modules/images/jobs/engine-desk.ts',
        find: 'Promise.race([painting, rejectedBy(either.signal)])',
        replace: 'Promise.race([painting, rejectedBy(AbortSignal.any([either.signal]))])',
      },
    ],
    test: 'modules/images/jobs/engine-desk.spec.ts',
    only: 'keeps nothing of a picture',
  },
];
