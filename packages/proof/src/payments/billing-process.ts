import type { FakePayments } from '@app/api/test-support/fake-payments';
import { oneBilling, type OneBilling, type PaymentProvider } from '@app/api/test-support/one-billing';
import { AppError, type Surroundings } from '@app/api/test-support/one-process';
import { Coverage } from '../simulation/coverage.js';
import type { FaultKind } from '../simulation/fault.js';
import { processDataSource } from '../simulation/process-database.js';
import { isLost } from '../simulation/retry.js';
import { ProcessDied, SimulatedProcess } from '../simulation/simulated-process.js';

export interface World extends Pick<Surroundings, 'dataSource' | 'config'> {
  provider: FakePayments;
}

export interface StepFault {
  kind: Exclude<FaultKind, 'pause'>;
  /** The step before or during which it happens, from 0. */
  at: number;
}

/** The steps that one operation took, instead of counts over many. */
class Steps extends Coverage {
  readonly names: string[] = [];

  override reached(_operation: unknown, step: string): void {
    this.names.push(step);
  }

  /** Only the planned fault happens. */
  override has(): boolean {
    return true;
  }
}

const PROVIDER_CALLS = [
  'createCustomer',
  'startCheckout',
  'readCheckout',
  'expireCheckout',
  'createSubscription',
  'readSubscription',
  'findSubscriptionOfPayment',
  'previewUpgrade',
  'upgrade',
  'scheduleChange',
  'cancelAtPeriodEnd',
  'cancelNow',
  'refund',
  'listEvents',
] as const satisfies (keyof PaymentProvider)[];

/** The provider as one simulated process sees it: each call is a step, and goes on when the process has crashed. */
function processProvider(provider: FakePayments, process: SimulatedProcess): FakePayments {
  const wrapped = Object.create(provider) as Record<string, unknown>;
  for (const name of PROVIDER_CALLS) {
    const call = (...parameters: unknown[]): Promise<unknown> =>
      (provider[name] as (...all: unknown[]) => Promise<unknown>).apply(provider, parameters);
    wrapped[name] = (...parameters: unknown[]) =>
      process.send(
        `provider: ${name}`,
        () => call(...parameters),
        () => new AppError('PAYMENT_UNAVAILABLE'),
      );
  }
  return wrapped as unknown as FakePayments;
}

/**
 * Runs `work` in a process of its own that meets at most one fault. Answers the steps that it took. An operation that
 * fails by the fault has failed for its caller, who repeats it or not.
 */
export async function runInProcess(
  world: World,
  work: (use: OneBilling) => Promise<unknown>,
  fault: StepFault | null = null,
): Promise<string[]> {
  const steps = new Steps();
  const process = new SimulatedProcess(steps, 0);
  const use = oneBilling({
    config: world.config,
    dataSource: processDataSource(world.dataSource, process),
    provider: processProvider(world.provider, process),
  });
  try {
    await process.run('pay', fault && { ...fault, next: null }, () => work(use));
  } catch (error) {
    const isExplained = error instanceof ProcessDied || isLost(error) || error instanceof AppError;
    if (fault === null || !isExplained) throw error;
  }
  return steps.names;
}
