import { setTimeout as sleep } from 'node:timers/promises';
import type { Coverage } from './coverage.js';
import type { FaultKind, Operation } from './fault.js';
import type { Plan } from './plan.js';

/** What nobody hears of any more: code of a process that died waits for it, and so reaches nothing. */
export const never = (): Promise<never> => new Promise(() => undefined);

/** The process that did the work is gone. */
export class Died extends Error {}

/** One process between its start and its death. It does one operation after the other. */
export class Life {
  isDead = false;
  /** Rejects with `Died`. */
  readonly death: Promise<never>;
  private readonly onDeath: (() => void)[] = [];
  private operation: Operation = 'generate';
  private plan: Plan | null = null;
  private moments = 0;

  constructor(
    private readonly coverage: Coverage,
    /** Milliseconds of a pause: longer than a lease. */
    private readonly napMs: number,
  ) {
    this.death = new Promise((_, reject) => this.onDeath.push(() => reject(new Died())));
    this.death.catch(() => undefined);
  }

  /** From here on faults and steps belong to this operation. */
  begin(operation: Operation, plan: Plan | null): void {
    this.operation = operation;
    this.plan = plan;
    this.moments = 0;
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
    if (this.moments % 2 === 0) await sent;
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
    const moment = this.moments;
    this.moments += 1;
    this.coverage.reached(this.operation, step, possible);
    if (!this.plan || !possible.includes(this.plan.kind)) return null;
    const { kind, at, next } = this.plan;
    const isDue = this.plan.step === undefined ? moment >= at : this.plan.step === step;
    // What nobody saw yet goes first.
    if (!isDue && this.coverage.has(this.operation, step, kind)) return null;
    this.plan = next && { kind: next.kind, at: moment + 1 + next.at, next: null };
    this.coverage.happened(this.operation, step, kind);
    return kind;
  }
}
