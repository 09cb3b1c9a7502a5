import type { Step } from '@app/e2e/faults';
import type { Chance } from '../chance.js';

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
export const API_STEPS = ['admitted', 'committed', 'rung'] as const satisfies Step[];

export type Blow =
  | { what: 'kill'; part: 'worker' | 'api'; at: Step | 'any time' }
  | { what: 'crash of Postgres' | 'cut of Postgres' | 'slow Postgres' }
  | { what: 'empty Redis' | 'kill of Redis' | 'frozen Redis' | 'cut of Redis' | 'slow Redis' };

export interface Wanted {
  kills: number;
  databaseCrashes: number;
  flushes: number;
}

/** Of each other trouble, for so many kills. */
const KILLS_FOR_ONE = 20;

/** The blows of a run in their order: kills at each step in turn and at any time, and the rest in between. */
export function schedule(chance: Chance, { kills, databaseCrashes, flushes }: Wanted): Blow[] {
  const places: Blow[] = [
    ...WORKER_STEPS.map((at): Blow => ({ what: 'kill', part: 'worker', at })),
    ...API_STEPS.map((at): Blow => ({ what: 'kill', part: 'api', at })),
    { what: 'kill', part: 'worker', at: 'any time' },
    { what: 'kill', part: 'api', at: 'any time' },
  ];
  const others = Math.ceil(kills / KILLS_FOR_ONE);
  const blows: Blow[] = [
    ...Array.from({ length: kills }, (_, n): Blow => places[n % places.length] ?? { what: 'empty Redis' }),
    ...times(databaseCrashes, 'crash of Postgres'),
    ...times(flushes, 'empty Redis'),
    ...(
      ['cut of Postgres', 'slow Postgres', 'kill of Redis', 'frozen Redis', 'cut of Redis', 'slow Redis'] as const
    ).flatMap((what) => times(others, what)),
  ];
  return shuffled(chance, blows);
}

const times = (count: number, what: Exclude<Blow['what'], 'kill'>): Blow[] =>
  Array.from({ length: count }, () => ({ what }));

/** In an order that chance decides. */
export function shuffled<T>(chance: Chance, list: T[]): T[] {
  const rest = [...list];
  const drawn: T[] = [];
  while (rest.length > 0) drawn.push(...rest.splice(chance.below(rest.length), 1));
  return drawn;
}
