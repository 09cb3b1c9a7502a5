import { until } from '@app/api/test-support/until';
import { OUTSIDE_SERVICES, type OutsideService, type OutsideProvider, type OutsideWorld } from '@app/e2e/outside-world';
import { setTimeout as sleep } from 'node:timers/promises';
import { shuffle, type SeededRandom } from '../random.js';

const CONNECTION_FAULTS = ['down', 'slow', 'silent'] as const;

export type OutsideFault =
  | { who: string; mode: string }
  | { who: string; failure: string }
  | { who: OutsideService; connection: (typeof CONNECTION_FAULTS)[number] };

const DURATION_MS = 2_500;
const ENGINE_CREDITS = 1_000_000;
const SLOW_MS = 1_500;
/** The circuit breaker can stay open for two minutes. */
const MET_WITHIN_MS = 180_000;
/** More storage failures in a row than are retried. */
const MOST_FAILURES = 4;

export const nameOf = (fault: OutsideFault): string =>
  'connection' in fault
    ? `connection to ${fault.who}: ${fault.connection}`
    : `${fault.who}: ${'mode' in fault ? `is ${fault.mode}` : fault.failure}`;

/** Every failure that the providers can simulate and every connection fault, once each, in random order. */
export function outsideFaults(random: SeededRandom, providers: readonly OutsideProvider[]): OutsideFault[] {
  return shuffle(random, [
    ...providers.flatMap(({ id, chaosModes }) =>
      chaosModes.filter((mode) => mode !== 'normal').map((mode): OutsideFault => ({ who: id, mode })),
    ),
    ...providers.flatMap(({ id, failureKinds }) => failureKinds.map((failure): OutsideFault => ({ who: id, failure }))),
    ...OUTSIDE_SERVICES.flatMap((who) => CONNECTION_FAULTS.map((connection): OutsideFault => ({ who, connection }))),
  ]);
}

/** Injects one outside fault after the other and waits until each was met. */
export class OutsideFaultInjector {
  constructor(
    private readonly outside: OutsideWorld,
    private readonly random: SeededRandom,
  ) {}

  /** Shortens slow failures and fills the engine's account. */
  async prepare(): Promise<void> {
    for (const provider of ['s3', 'stability', 'webui']) await this.outside.control(provider, { slowMs: SLOW_MS });
    await this.outside.control('stability', { credits: ENGINE_CREDITS });
  }

  async inject(fault: OutsideFault): Promise<void> {
    if ('connection' in fault) return this.interrupt(fault.who, fault.connection);
    if ('failure' in fault) return this.fail(fault.who, fault.failure);
    await this.outside.control('chaos', { provider: fault.who, mode: fault.mode, delayMs: SLOW_MS });
    await sleep(DURATION_MS);
    await this.outside.control('chaos', { provider: fault.who, mode: 'normal' });
  }

  private async fail(provider: string, kind: string): Promise<void> {
    // The breaker waits longer after each refusal, so engines fail once only.
    const times = provider === 's3' ? 1 + this.random.below(MOST_FAILURES) : 1;
    await this.outside.control('failures', { provider, kind, times });
    await until(async () => (await this.outside.control<unknown[]>('failures')).length === 0, MET_WITHIN_MS);
  }

  private async interrupt(who: OutsideService, fault: (typeof CONNECTION_FAULTS)[number]): Promise<void> {
    const proxy = this.outside.proxy(who);
    if (fault === 'down') await proxy.down();
    else if (fault === 'slow') proxy.slow(SLOW_MS);
    else proxy.stall();
    await sleep(DURATION_MS);
    await proxy.open();
  }
}
