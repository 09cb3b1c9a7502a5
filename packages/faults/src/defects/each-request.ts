import type { Defect } from './defect.js';

const MEMORY = 'modules/auth/application/session-memory.ts';
const GUARD = 'platform/http/token.guard.ts';
const LIMIT = 'platform/throttle/shared-limit.ts';
const SILENCE = 'platform/http/silent-database.ts';
const MEMORY_TEST = 'modules/auth/session-memory.db.spec.ts';
const LIMIT_TEST = 'platform/throttle/shared-limit.db.spec.ts';
const OUTAGE_TEST = 'platform/outage.db.spec.ts';
/** What `until` says that waited for a refusal. */
const NEVER_REFUSED = 'in vain';

/** Guards of what each request passes: who is known by heart, who asks too much, and a database that says nothing. */
export const EACH_REQUEST_DEFECTS: Defect[] = [
  {
    name: 'a session that ends is remembered by the process that ends it',
    guard: 'forgotten before the commit',
    edits: [
      {
        file: MEMORY,
        find: 'sessions.onEnding((sessionId) => this.forget(sessionId));',
        replace: 'sessions.onEnding(() => undefined);',
      },
    ],
    test: MEMORY_TEST,
    only: 'is forgotten before the transaction',
  },
  {
    name: 'other processes do not hear of a sign-out',
    guard: 'notice with the commit',
    edits: [
      {
        file: 'modules/auth/persistence/sessions.ts',
        find: "select id, pg_notify('${SESSION_ENDS}', id::text) from ended`;",
        replace: 'select id from ended`;',
      },
    ],
    test: MEMORY_TEST,
    only: 'in every other process',
    symptom: NEVER_REFUSED,
  },
  {
    name: 'a process that hears nothing goes on remembering',
    guard: 'proof that notices arrive',
    edits: [
      {
        file: MEMORY,
        find: 'if (!known || !this.listener.isSure) return undefined;',
        replace: 'if (!known) return undefined;',
      },
    ],
    test: MEMORY_TEST,
    only: 'while nothing comes from there',
    symptom: NEVER_REFUSED,
  },
  {
    name: 'what was remembered survives a lost connection',
    guard: 'forgotten when notices may be missing',
    edits: [{ file: MEMORY, find: 'this.gaps += 1;\n    this.remembered.clear();', replace: 'this.gaps += 1;' }],
    test: MEMORY_TEST,
    only: 'when its connection was cut',
  },
  {
    name: 'a look-up from before a gap is believed',
    guard: 'moment of a look-up',
    edits: [{ file: MEMORY, find: 'moment !== this.gaps || ', replace: '' }],
    test: MEMORY_TEST,
    only: 'when its connection was cut',
  },
  {
    name: 'a look-up from before an end is believed',
    guard: 'ended sessions are known as such',
    edits: [{ file: MEMORY, find: ' || this.ended.has(sessionId)', replace: '' }],
    test: MEMORY_TEST,
    only: 'takes no look-up for true',
  },
  {
    name: 'any number of sessions is remembered',
    guard: 'bounded memory',
    edits: [{ file: MEMORY, find: 'this.remembered.size >= MOST_SESSIONS', replace: 'this.remembered.size < 0' }],
    test: MEMORY_TEST,
    only: 'is bounded',
  },
  {
    name: 'a session is remembered beyond its end',
    guard: 'no longer than it lives',
    edits: [{ file: MEMORY, find: 'Math.min(REMEMBER_MS, millisecondsLeft)', replace: 'REMEMBER_MS' }],
    test: MEMORY_TEST,
    only: 'no longer than it lives',
  },
  {
    name: 'whoever changes something is known by heart',
    guard: 'only reading is served from memory',
    edits: [{ file: GUARD, find: "(method === 'GET' || method === 'HEAD') && ", replace: '' }],
    test: MEMORY_TEST,
    only: 'is looked up for POST /users/me/login',
  },
  {
    name: 'an export begins for a session that ended',
    guard: 'only JSON is served from memory',
    edits: [{ file: GUARD, find: " && (carries ?? 'json') === 'json'", replace: '' }],
    test: MEMORY_TEST,
    only: 'is looked up for GET /images/generations/export',
  },
  {
    name: 'each process has a limit of its own',
    guard: 'counts of the other processes',
    edits: [{ file: LIMIT, find: 'window.told = told[2 * index] ?? 0;', replace: 'window.told += count;' }],
    test: LIMIT_TEST,
    only: 'share one limit',
  },
  {
    name: 'a process tells what it counted when its limit is full',
    guard: 'told by fiftieths',
    edits: [{ file: LIMIT, find: 'options.points * UNTOLD_SHARE', replace: 'options.points' }],
    test: LIMIT_TEST,
    only: 'share one limit',
  },
  {
    name: 'nobody is limited while Redis is away',
    guard: 'counted by each process',
    edits: [{ file: LIMIT, find: 'window.told + window.untold >= this', replace: 'window.told >= this' }],
    test: LIMIT_TEST,
    only: 'a process limits by itself',
  },
  {
    name: 'a Redis that is away is asked for each request',
    guard: 'rest after a failure',
    edits: [{ file: LIMIT, find: 'now >= this.restsUntil', replace: 'now >= 0' }],
    test: LIMIT_TEST,
    only: 'is followed by a rest',
  },
  {
    name: 'any number of addresses is counted',
    guard: 'bounded windows',
    edits: [{ file: 'platform/throttle/windows.ts', find: ' && this.windows.size < this.most', replace: '' }],
    test: 'platform/throttle/windows.spec.ts',
    only: 'never more than the most',
  },
  {
    name: 'people wait for a database that fell silent',
    guard: 'watch over silence',
    edits: [{ file: SILENCE, find: 'return refuses && !isHeard', replace: 'return false && !isHeard' }],
    test: OUTAGE_TEST,
    only: 'only fell silent is told within the same time',
  },
  {
    name: 'a process that stood still takes the database for silent',
    guard: 'time it lived through',
    edits: [{ file: SILENCE, find: ' && !stoodStill;', replace: ';' }],
    test: OUTAGE_TEST,
    only: 'could not be heard while the process itself stood still',
  },
];
