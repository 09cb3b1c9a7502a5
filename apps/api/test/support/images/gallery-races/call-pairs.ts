import { together } from '../../timing/together.js';
import { CALLS, type Call } from './gallery-model.js';
import type { Plan, Race, Roll } from './gallery-races.js';

/** What people do, and the calls by which they do it. */
const READS: Record<string, Call[]> = {
  download: ['download'],
  'download in another format': ['downloadAsJpeg'],
  'reading the link': ['readLink', 'downloadByLink'],
};
const WRITES: Record<string, Call[]> = {
  favourite: ['favorite', 'unfavorite', 'toggleFavorite'],
  delete: ['remove'],
  'delete of the generation': ['removeGeneration'],
  'delete of a selection': ['removeSelected', 'removeSelectedGeneration'],
  restore: ['restore', 'restoreGeneration'],
  share: ['share'],
  'end of the share': ['unshare'],
  purge: ['purge'],
};

const pick = (calls: Call[], roll: Roll): Call[] => calls.slice(roll(calls.length)).slice(0, 1);
const both =
  (n: number): NonNullable<Plan['run']> =>
  async ([one, other]) => {
    if (!one || !other) throw new Error('a pair has two calls');
    return together(n, one, other);
  };
/** Both orders come, and everything between. */
const pair = ([one, ones]: [string, Call[]], [other, others]: [string, Call[]]): Race => ({
  name: `${one} against ${other}`,
  plan: (n, roll) => ({
    calls: [...pick(ones, roll), ...pick(others, roll)],
    run: both(n),
  }),
});

const writes = Object.entries(WRITES);
export const READS_AGAINST_WRITES = Object.entries(READS).flatMap((read) => writes.map((write) => pair(read, write)));
/** Each against itself too. In two parts, since a file of all would take long. */
const WRITES_AGAINST_WRITES = writes.flatMap((one, at) => writes.slice(at).map((other) => pair(one, other)));
const HALF = WRITES_AGAINST_WRITES.length / 2;
export const FIRST_WRITES = WRITES_AGAINST_WRITES.slice(0, HALF);
export const OTHER_WRITES = WRITES_AGAINST_WRITES.slice(HALF);
export const PAIRS = [...READS_AGAINST_WRITES, ...WRITES_AGAINST_WRITES];

/** Every call there is, once each. */
export const everything: Race = {
  name: 'everything at once',
  plan: (_, roll) => ({
    calls: CALLS.map((call) => ({ call, at: roll(1_000_000) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ call }) => call),
  }),
};
