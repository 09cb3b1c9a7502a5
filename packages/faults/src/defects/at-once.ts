import type { Defect } from './defect.js';

const MOVES = 'modules/quota/persistence/moves.ts';
const IMAGES = 'modules/images';
const DELIVER = `${IMAGES}/persistence/deliver-at-once.ts`;
const SUBMISSIONS = `${IMAGES}/persistence/submissions.ts`;
const CLOSE_TEST = `${IMAGES}/application/close-picture.db.spec.ts`;
const GENERATE_TEST = `${IMAGES}/http/generate.db.spec.ts`;

/** Guards of the statements that are a transaction by themselves. */
export const AT_ONCE_DEFECTS: Defect[] = [
  {
    name: 'one statement spends what somebody else has just spent',
    guard: 'version of the account, when a request is accepted by one statement',
    edits: [{ file: MOVES, find: ` and a.xmin = seen.version`, replace: '' }],
    test: `${IMAGES}/application/accept-generation.db.spec.ts`,
    only: 'what they',
    // Where no count tells, the CHECK on what a grant has left does.
    symptom: 'credit_grants_check',
  },
  {
    name: 'one statement ends a picture by what it saw before it waited',
    guard: 'version of the account, when a picture is delivered by one statement',
    edits: [{ file: MOVES, find: `join seen s on s.version = l.version`, replace: `cross join seen s` }],
    test: CLOSE_TEST,
    only: 'knows that it is the last',
  },
  {
    name: 'by one statement a worker whose attempt is over delivers',
    guard: 'attempt fence of the one statement',
    edits: [{ file: DELIVER, find: 'g.attempt = $4 and', replace: '$4::int > 0 and' }],
    test: CLOSE_TEST,
    only: 'delivered by one statement',
  },
  {
    name: 'a generation can be claimed while one statement delivers',
    guard: 'fence of the one statement, held until its end',
    edits: [{ file: DELIVER, find: '\n   for no key update of g', replace: '' }],
    test: CLOSE_TEST,
    only: 'delivered by one statement',
  },
  {
    name: 'by one statement a picture is charged after the deadline',
    guard: 'deadline in the one statement',
    edits: [{ file: DELIVER, find: ' and g.deadline > now()', replace: '' }],
    test: CLOSE_TEST,
    only: 'delivered by one statement',
  },
  {
    name: 'by one statement a closed picture is delivered again',
    guard: 'state of the picture in the one statement',
    edits: [
      { file: DELIVER, find: 'i.generation_id = g.id and i.status in ${OPEN})', replace: 'i.generation_id = g.id)' },
      { file: DELIVER, find: 'where i.id = c.image_id and i.status in ${OPEN}', replace: 'where i.id = c.image_id' },
    ],
    test: CLOSE_TEST,
    only: 'delivered by one statement',
  },
  {
    name: 'a picture that one statement delivers stays named for removal',
    guard: 'name taken away by the one statement',
    edits: [{ file: DELIVER, find: 'where object_key = $5 and exists', replace: 'where object_key <> $5 and exists' }],
    test: CLOSE_TEST,
    only: 'what a picture is delivered with',
  },
  {
    name: 'by one statement people have any number of generations in flight',
    guard: 'in-flight limit of the one statement',
    edits: [{ file: SUBMISSIONS, find: '< $22::int', replace: '< 1000 + $22::int' }],
    test: GENERATE_TEST,
    only: 'with room for four of twenty',
  },
  {
    name: 'by one statement a repeated request is taken for a new one',
    guard: 'idempotency key in the one statement',
    edits: [
      {
        file: SUBMISSIONS,
        find: 'k.user_id = $1 and k.idem_key = $2',
        replace: 'k.user_id = $1 and k.idem_key = $2 and false',
      },
    ],
    test: GENERATE_TEST,
    only: 'the same request again under its key',
  },
];
