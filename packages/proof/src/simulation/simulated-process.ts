import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Coverage } from './coverage.js';
import type { FaultKind, Operation } from './fault.js';
import type { Plan } from './plan.js';

/** Code of a crashed process awaits this, so it never continues. */
export const never = (): Promise<never> => new Promise(() => undefined);

export class ProcessDied extends Error {}

interface Task {
  process: SimulatedProcess;
  operation: Operation;
  plan: Plan | null;
  steps: number;
}

/** Work that continues after its operation was answered still belongs to that operation. */
const tasks = new AsyncLocalStorage<Task>();

/** The process whose operation is running, if any. */
export const currentProcess = (): SimulatedProcess | undefined => tasks.getStore()?.process;

function task(): Task {
  const mine = tasks.getStore();
  if (!mine) throw new Error('a step ran outside of an operation');
  return mine;
}

/** One process from start to crash; it runs one operation at a time. */
export class SimulatedProcess {
  isDead = false;
  readonly death: Promise<never>;
  private readonly cleanUps: (() => void)[] = [];

  constructor(
    private readonly coverage: Coverage,
    private readonly pauseMs: number,
  ) {
    this.death = new Promise((_, reject) => this.cleanUps.push(() => reject(new ProcessDied())));
    this.death.catch(() => undefined);
  }

  /** Runs an operation and injects the planned faults at its steps. Rejects with `ProcessDied` after a crash. */
  run<T>(operation: Operation, plan: Plan | null, work: () => Promise<T>): Promise<T> {
    return Promise.race([tasks.run({ process: this, operation, plan, steps: 0 }, work), this.death]);
  }

  onCrash(cleanUp: () => void): void {
    if (this.isDead) cleanUp();
    else this.cleanUps.push(cleanUp);
  }

  crash(): Promise<never> {
    this.isDead = true;
    for (const cleanUp of this.cleanUps.splice(0)) cleanUp();
    return never();
  }

  async reach(step: string): Promise<void> {
    await this.before(step, ['crash', 'pause']);
  }

  /** A step sent over a connection; `breakConnection` breaks it and returns the error that callers then see. */
  async send<T>(step: string, send: () => Promise<T>, breakConnection: () => Error): Promise<T> {
    const fault = await this.before(step, ['crash', 'crash in flight', 'answer lost', 'pause']);
    if (fault !== 'crash in flight' && fault !== 'answer lost') return this.whileAlive(send());
    const sent = send().catch(() => undefined);
    // Every second time the step is known to be done; otherwise it may still be running.
    if (task().steps % 2 === 0) await sent;
    if (fault === 'crash in flight') return this.crash();
    throw breakConnection();
  }

  async whileAlive<T>(work: Promise<T>): Promise<T> {
    try {
      const outcome = await work;
      return this.isDead ? await never() : outcome;
    } catch (error) {
      if (this.isDead) return never();
      throw error;
    }
  }

  private async before(step: string, possible: FaultKind[]): Promise<FaultKind | null> {
    if (this.isDead) return never();
    const fault = this.decide(step, possible);
    if (fault === 'crash') return this.crash();
    if (fault === 'pause') await sleep(this.pauseMs);
    return this.isDead ? never() : fault;
  }

  private decide(step: string, possible: FaultKind[]): FaultKind | null {
    const mine = task();
    const { operation, plan, steps: position } = mine;
    mine.steps += 1;
    this.coverage.reached(operation, step, possible);
    if (!plan) return null;
    const isDue = plan.step === undefined ? position >= plan.at : plan.step === step;
    // A fault never injected at this step takes precedence over the plan.
    const unseen = possible.find((kind) => !this.coverage.has(operation, step, kind));
    const kind = unseen ?? (isDue && possible.includes(plan.kind) ? plan.kind : null);
    if (kind === null) return null;
    mine.plan = plan.next && { ...plan.next, at: position + 1 + plan.next.at, next: null };
    this.coverage.happened(operation, step, kind);
    return kind;
  }
}
