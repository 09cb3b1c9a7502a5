import { comesBack, type Faults } from '@app/e2e/faults';
import type { Witnesses } from '@app/e2e/witnesses';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.js';
import type { Neighbours } from './neighbours.js';
import type { Blow } from './schedule.js';

const LONGEST_MS = 1_500;
const SLOW_MS = 150;
const SLOW_FOR_MS = 3_000;
/** On a busy machine the next picture may be long in coming; who waits so long has found that nothing is done any more. */
const REACHED_WITHIN_MS = 240_000;

/** Deals blows to a running product and lets what fell get up again. */
export class Blows {
  constructor(
    private readonly witnesses: Witnesses,
    private readonly faults: Faults,
    private readonly neighbours: Neighbours,
    private readonly chance: Chance,
  ) {}

  async deal(blow: Blow): Promise<void> {
    const { lines } = this.neighbours;
    switch (blow.what) {
      case 'kill':
        return this.kill(blow);
      case 'crash of Postgres':
        await this.neighbours.crashPostgres();
        await this.aWhile();
        return this.neighbours.startPostgres();
      case 'empty Redis':
        return this.neighbours.emptyRedis();
      case 'kill of Redis':
        await this.neighbours.killRedis();
        await this.aWhile();
        return this.neighbours.startRedis();
      case 'frozen Redis':
        this.neighbours.freezeRedis();
        await this.aWhile();
        return this.neighbours.thawRedis();
      case 'cut of Postgres':
        return this.cut(lines.postgres);
      case 'cut of Redis':
        return this.cut(lines.redis);
      case 'slow Postgres':
        return this.slow(lines.postgres);
      case 'slow Redis':
        return this.slow(lines.redis);
    }
  }

  private async kill({ part, at }: Extract<Blow, { what: 'kill' }>): Promise<void> {
    const { product } = this.witnesses;
    if (at === 'any time') {
      await this.aWhile();
      await product.running.kill(part);
      return product.running.start(part);
    }
    await this.faults.arm(at, 'kill');
    await this.faults.happened(at, REACHED_WITHIN_MS);
    await comesBack(product, part);
  }

  private async cut(line: Neighbours['lines']['redis']): Promise<void> {
    await line.down();
    await this.aWhile();
    await line.open();
  }

  private async slow(line: Neighbours['lines']['redis']): Promise<void> {
    line.slow(SLOW_MS);
    await sleep(SLOW_FOR_MS);
    await line.open();
    line.slow(0);
  }

  private aWhile(): Promise<void> {
    return sleep(this.chance.below(LONGEST_MS));
  }
}
