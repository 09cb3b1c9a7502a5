import { restartAfterFault, type Faults } from '@app/e2e/faults';
import type { ProductFixtures } from '@app/e2e/product';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../random.js';
import type { Infrastructure } from './infrastructure.js';
import type { InjectedFault } from './schedule.js';

const MAX_PAUSE_MS = 1_500;
const SLOW_MS = 150;
const SLOW_FOR_MS = 3_000;
/** Long enough for a busy machine; later means that work has stopped. */
const REACHED_WITHIN_MS = 240_000;

export class FaultInjector {
  constructor(
    private readonly fixtures: ProductFixtures,
    private readonly faults: Faults,
    private readonly infrastructure: Infrastructure,
    private readonly random: SeededRandom,
  ) {}

  async inject(fault: InjectedFault): Promise<void> {
    const { proxies } = this.infrastructure;
    switch (fault.what) {
      case 'kill':
        return this.kill(fault);
      case 'crash of Postgres':
        await this.infrastructure.crashPostgres();
        await this.pause();
        return this.infrastructure.startPostgres();
      case 'empty Redis':
        return this.infrastructure.emptyRedis();
      case 'kill of Redis':
        await this.infrastructure.killRedis();
        await this.pause();
        return this.infrastructure.startRedis();
      case 'frozen Redis':
        this.infrastructure.freezeRedis();
        await this.pause();
        return this.infrastructure.thawRedis();
      case 'cut of Postgres':
        return this.interrupt(proxies.postgres);
      case 'cut of Redis':
        return this.interrupt(proxies.redis);
      case 'slow Postgres':
        return this.slow(proxies.postgres);
      case 'slow Redis':
        return this.slow(proxies.redis);
    }
  }

  private async kill({ part, at }: Extract<InjectedFault, { what: 'kill' }>): Promise<void> {
    const { product } = this.fixtures;
    if (at === 'any time') {
      await this.pause();
      await product.running.kill(part);
      return product.running.start(part);
    }
    await this.faults.arm(at, 'kill');
    await this.faults.waitFor(at, REACHED_WITHIN_MS);
    await restartAfterFault(product, part);
  }

  private async interrupt(proxy: Infrastructure['proxies']['redis']): Promise<void> {
    await proxy.down();
    await this.pause();
    await proxy.open();
  }

  private async slow(proxy: Infrastructure['proxies']['redis']): Promise<void> {
    proxy.slow(SLOW_MS);
    await sleep(SLOW_FOR_MS);
    await proxy.open();
    proxy.slow(0);
  }

  private pause(): Promise<void> {
    return sleep(this.random.below(MAX_PAUSE_MS));
  }
}
