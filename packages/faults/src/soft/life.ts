import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Coverage } from './coverage.js';
import type { FaultKind, Operation } from './fault.js';
import type { Plan } from './plan.js';

/** What nobody hears of any more: code of a process that died waits for it, and so reaches nothing. */
export const never = (): Promise<never> => new Promise(() => undefined);

/** The process that did the work is gone. */
export class Died extends Error {}

/** One operation of a process. */
interface Task {
  operation: Operation;
  plan: Plan | null;
  /** Steps that were reached. */
  moments: number;
}

/**
 * What a step belongs to. Some work goes on when the answer to its operation is out, while the process does the next one:
 * its steps are still the first one's.
 */
const tasks = new AsyncLocalStorage<Task>();

function task(): Task {
  const mine = tasks.getStore();
  if (!mine) throw new Error('a step belongs to no operation');
  return mine;
}

/** One process between its start and its death. It does one operation after the other. */
export class Life {
  isDead = false;
  /** Rejects with `Died`. */
  readonly death: Promise<never>;
  private readonly onDeath: (() => void)[] = [];

  constructor(
    private readonly coverage: Coverage,
    /** Milliseconds of a pause: longer than a lease. */
    private readonly napMs: number,
  ) {
    this.death = new Promise((_, reject) => this.onDeath.push(() => reject(new Died())));
    this.death.catch(() => undefined);
  }

  /** Does an operation, at whose steps the faults of the plan fall. Rejects with `Died` when the process dies. */
  run<T>(operation: Operation, plan: Plan | null, work: () => Promise<T>): Promise<T> {
    return Promise.race([tasks.run({ operation, plan, moments: 0 }, work), this.death]);
  }

  /** Called once, when it dies; at once if it is dead. */
  whenDead(bury: () => void): void {
    if (this.isDead) bury();
    else this.onDeath.push(bury);
  }

  die(): Promise<never> {
    this.isDead = true;
    for (const bury of this.onDeath.splice(0)) bury();
    return never();
  }

  /** A step that can be died or slept before. */
  async reach(step: string): Promise<void> {
    await this.before(step, ['crash', 'pause']);
  }

  /**
   * A step that is sent somewhere: `send` does it, `lose` breaks the connection and answers with the error that is seen
   * then. Whether a step whose answer is never heard was done is left to chance: `isDone`.
   */
  async send<T>(step: string, send: () => Promise<T>, lose: () => Error): Promise<T> {
    const fault = await this.before(step, ['crash', 'crash in flight', 'answer lost', 'pause']);
    if (fault !== 'crash in flight' && fault !== 'answer lost') return this.alive(send());
    const sent = send().catch(() => undefined);
    // Every second time it is known to have been done, else nobody knows.
    if (task().moments % 2 === 0) await sent;
    if (fault === 'crash in flight') return this.die();
    throw lose();
  }

  /** The outcome, unless the process died meanwhile. */
  async alive<T>(work: Promise<T>): Promise<T> {
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
    if (fault === 'crash') return this.die();
    if (fault === 'pause') await sleep(this.napMs);
    return this.isDead ? never() : fault;
  }

  private decide(step: string, possible: FaultKind[]): FaultKind | null {
    const mine = task();
    const { operation, plan, moments: moment } = mine;
    mine.moments += 1;
    this.coverage.reached(operation, step, possible);
    if (!plan) return null;
    const isDue = plan.step === undefined ? moment >= plan.at : plan.step === step;
    // What nobody saw yet goes first, whatever was planned.
    const unseen = possible.find((kind) => !this.coverage.has(operation, step, kind));
    const kind = unseen ?? (isDue && possible.includes(plan.kind) ? plan.kind : null);
    if (kind === null) return null;
    mine.plan = plan.next && { ...plan.next, at: moment + 1 + plan.next.at, next: null };
    this.coverage.happened(operation, step, kind);
    return kind;
  }
}
