import { setTimeout as wait } from 'node:timers/promises';
import { fileRemedy } from '../processes/file-remedy.js';
import { PART_NAMES, type Part, type PartName } from '../parts/part.js';
import type { RunFile } from './run-file.js';

const CRASH_WINDOW_MS = 60_000;
const CRASHES_BEFORE_GIVING_UP = 5;

export interface SupervisorEvents {
  onNotice: (message: string) => void;
  onGiveUp: (name: PartName) => void;
}

export class StoppedError extends Error {
  constructor() {
    super('Stopped.');
    this.name = 'StoppedError';
  }
}

interface Options extends SupervisorEvents {
  runFile: RunFile;
  restartCrashed: boolean;
}

function describeUnrecorded(error: unknown): string {
  const fault = `The list of running processes could not be written: ${(error as Error).message}`;
  const effect = 'The product goes on, but if this process is killed, the next start may not find what is left of it.';
  return [fault, effect, fileRemedy(error) ?? []].flat().join('\n');
}

const orderOf = (part: Part): number => PART_NAMES.indexOf(part.name);

export class Supervisor {
  readonly #parts = new Map<PartName, Part>();
  readonly #crashes = new Map<PartName, number[]>();
  /** Parts stopped on purpose are not restarted, even if a restart was already scheduled. */
  readonly #down = new Set<PartName>();
  readonly #starting = new Set<Promise<void>>();
  #stopping: Promise<void> | undefined;
  #isUnrecorded = false;

  constructor(private readonly options: Options) {}

  get names(): PartName[] {
    return [...this.#parts.keys()];
  }

  part(name: PartName): Part {
    const part = this.#parts.get(name);
    if (!part) throw new Error(`There is no ${name} here; it is external or was not started.`);
    return part;
  }

  /** @throws PartError if it does not start; StoppedError if everything is being stopped */
  async start(part: Part): Promise<void> {
    this.#parts.set(part.name, part);
    part.onCrash = (reason) => void this.#onCrash(part, reason);
    await this.#begin(part);
  }

  async kill(name: PartName, signal: NodeJS.Signals): Promise<void> {
    this.#down.add(name);
    await this.part(name).kill(signal);
    this.#record();
  }

  /** @throws as `start` */
  async startAgain(name: PartName): Promise<void> {
    this.#down.delete(name);
    await this.#begin(this.part(name));
  }

  async stop(name: PartName): Promise<void> {
    this.#down.add(name);
    await this.part(name).stop();
    this.#record();
  }

  async restart(name: PartName): Promise<void> {
    await this.stop(name);
    await this.startAgain(name);
  }

  stopAll(onStopping: (name: PartName) => void = () => undefined): Promise<void> {
    this.#stopping ??= this.#stopEverything(onStopping);
    return this.#stopping;
  }

  /** What is starting when everything is stopped is waited for and stopped too. */
  async #begin(part: Part): Promise<void> {
    if (this.#stopping) throw new StoppedError();
    const starting = part.start();
    this.#starting.add(starting);
    try {
      await starting;
    } catch (error) {
      throw this.#stopping ? new StoppedError() : error;
    } finally {
      this.#starting.delete(starting);
    }
    this.#record();
  }

  async #stopEverything(onStopping: (name: PartName) => void): Promise<void> {
    await this.#stopInOrder(onStopping);
    await Promise.allSettled(this.#starting);
    await this.#stopInOrder(onStopping);
  }

  async #stopInOrder(onStopping: (name: PartName) => void): Promise<void> {
    const parts = [...this.#parts.values()].sort((a, b) => orderOf(b) - orderOf(a));
    for (const part of parts.filter(({ pid }) => pid !== undefined)) {
      onStopping(part.name);
      await part.stop();
    }
  }

  /** A full disk must not end the product. */
  #record(): void {
    const { runFile, onNotice } = this.options;
    try {
      runFile.recordParts([...this.#parts.values()].map(({ name, pid }) => ({ name, pid })));
      this.#isUnrecorded = false;
    } catch (error) {
      if (!this.#isUnrecorded) onNotice(describeUnrecorded(error));
      this.#isUnrecorded = true;
    }
  }

  async #onCrash(part: Part, reason: string): Promise<void> {
    if (this.#stopping) return;
    this.#record();
    const { onNotice, onGiveUp, restartCrashed } = this.options;
    if (!restartCrashed) return onNotice(`${part.name} ${reason}`);
    const now = Date.now();
    const recent = [...(this.#crashes.get(part.name) ?? []).filter((time) => now - time < CRASH_WINDOW_MS), now];
    this.#crashes.set(part.name, recent);
    if (recent.length >= CRASHES_BEFORE_GIVING_UP) {
      onNotice(`${part.name} ${reason}, ${recent.length} times within a minute`);
      return onGiveUp(part.name);
    }
    const seconds = 2 ** (recent.length - 1);
    onNotice(`${part.name} ${reason}; starting it again in ${seconds} s`);
    await wait(seconds * 1000);
    await this.#restartCrashed(part);
  }

  async #restartCrashed(part: Part): Promise<void> {
    const unwanted = () => this.#stopping !== undefined || this.#down.has(part.name);
    if (unwanted() || part.pid !== undefined) return;
    try {
      await this.#begin(part);
      if (!this.#stopping) this.options.onNotice(`${part.name} is back`);
    } catch (error) {
      if (!unwanted()) await this.#onCrash(part, error instanceof Error ? error.message : String(error));
    }
  }
}
