import type { Step } from '@app/e2e/faults';
import { shuffle, type SeededRandom } from '../random.js';

export const WORKER_STEPS = [
  'dequeued',
  'claimed',
  'painted',
  'prepared',
  'named',
  'stored',
  'closed',
  'finished',
] as const satisfies Step[];
export const API_STEPS = ['admitted', 'committed', 'enqueued'] as const satisfies Step[];

export type InjectedFault =
  | { what: 'kill'; part: 'worker' | 'api'; at: Step | 'any time' }
  | { what: 'crash of Postgres' | 'cut of Postgres' | 'slow Postgres' }
  | { what: 'empty Redis' | 'kill of Redis' | 'frozen Redis' | 'cut of Redis' | 'slow Redis' };

export interface Wanted {
  kills: number;
  databaseCrashes: number;
  flushes: number;
}

/** One of each other fault for so many kills. */
const KILLS_FOR_ONE = 20;

/** Kills at each step in turn and at any time, mixed with all other faults, in random order. */
export function schedule(random: SeededRandom, { kills, databaseCrashes, flushes }: Wanted): InjectedFault[] {
  const places: InjectedFault[] = [
    ...WORKER_STEPS.map((at): InjectedFault => ({ what: 'kill', part: 'worker', at })),
    ...API_STEPS.map((at): InjectedFault => ({ what: 'kill', part: 'api', at })),
    { what: 'kill', part: 'worker', at: 'any time' },
    { what: 'kill', part: 'api', at: 'any time' },
  ];
  const others = Math.ceil(kills / KILLS_FOR_ONE);
  const faults: InjectedFault[] = [
    ...Array.from({ length: kills }, (_, n): InjectedFault => places[n % places.length] ?? { what: 'empty Redis' }),
    ...times(databaseCrashes, 'crash of Postgres'),
    ...times(flushes, 'empty Redis'),
    ...(
      ['cut of Postgres', 'slow Postgres', 'kill of Redis', 'frozen Redis', 'cut of Redis', 'slow Redis'] as const
    ).flatMap((what) => times(others, what)),
  ];
  return shuffle(random, faults);
}

const times = (count: number, what: Exclude<InjectedFault['what'], 'kill'>): InjectedFault[] =>
  Array.from({ length: count }, () => ({ what }));
