import { until } from '@app/api/test-support/until';
import { NEIGHBOURS, type Neighbour, type OutsideProvider, type OutsideWorld } from '@app/e2e/outside-world';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.js';
import { shuffled } from './schedule.js';

const LINES = ['down', 'slow', 'silent'] as const;

/** Something that goes wrong with somebody outside. */
export type Trouble =
  { who: string; mood: string } | { who: string; failure: string } | { who: Neighbour; line: (typeof LINES)[number] };

const FOR_MS = 2_500;
/** Of the engine's own account. */
const PAID_AHEAD = 1_000_000;
const SLOW_MS = 1_500;
/** An engine that failed is left alone for up to two minutes; after that somebody must have met what was planned. */
const MET_WITHIN_MS = 180_000;
/** Calls of the storage that meet a planned failure, at most: more than are tried again at once. */
const MOST_TIMES = 4;

export const nameOf = (trouble: Trouble): string =>
  'line' in trouble
    ? `line to ${trouble.who}: ${trouble.line}`
    : `${trouble.who}: ${'mood' in trouble ? `is ${trouble.mood}` : trouble.failure}`;

/** Everything that these providers can do wrong, and each line, once, in an order that chance decides. */
export function troubles(chance: Chance, providers: readonly OutsideProvider[]): Trouble[] {
  return shuffled(chance, [
    ...providers.flatMap(({ id, chaosModes }) =>
      chaosModes.filter((mood) => mood !== 'normal').map((mood): Trouble => ({ who: id, mood })),
    ),
    ...providers.flatMap(({ id, failureKinds }) => failureKinds.map((failure): Trouble => ({ who: id, failure }))),
    ...NEIGHBOURS.flatMap((who) => LINES.map((line): Trouble => ({ who, line }))),
  ]);
}

/** Lets the world outside go wrong, one trouble after the other, each until somebody has met it. */
export class Outside {
  constructor(
    private readonly world: OutsideWorld,
    private readonly chance: Chance,
  ) {}

  /** Failures that take their time take less of it, and nobody runs out of what was paid for. */
  async hurry(): Promise<void> {
    for (const who of ['s3', 'stability', 'webui']) await this.world.steer(who, { slowMs: SLOW_MS });
    await this.world.steer('stability', { credits: PAID_AHEAD });
  }

  async deal(trouble: Trouble): Promise<void> {
    if ('line' in trouble) return this.lineOf(trouble.who, trouble.line);
    if ('failure' in trouble) return this.fail(trouble.who, trouble.failure);
    await this.world.steer('chaos', { provider: trouble.who, mode: trouble.mood, delayMs: SLOW_MS });
    await sleep(FOR_MS);
    await this.world.steer('chaos', { provider: trouble.who, mode: 'normal' });
  }

  private async fail(provider: string, kind: string): Promise<void> {
    // An engine that refuses our account is asked again after half a minute, then after twice as long: once is enough.
    const times = provider === 's3' ? 1 + this.chance.below(MOST_TIMES) : 1;
    await this.world.steer('failures', { provider, kind, times });
    await until(async () => (await this.world.steer<unknown[]>('failures')).length === 0, MET_WITHIN_MS);
  }

  private async lineOf(who: Neighbour, trouble: (typeof LINES)[number]): Promise<void> {
    const line = this.world.line(who);
    if (trouble === 'down') await line.down();
    else if (trouble === 'slow') line.slow(SLOW_MS);
    else line.stall();
    await sleep(FOR_MS);
    await line.open();
  }
}
