import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endProcess, identify, signalProcess } from '../processes/identity.js';
import { LogFile } from '../processes/log-file.js';
import { PartError, type Part, type PartName } from './part.js';

export interface NodePartOptions {
  script: string;
  guard: string;
  args?: readonly string[];
  cwd?: string;
  /** Evaluated at each start, because ports of other parts may have changed. */
  env: () => Record<string, string>;
  logFile: string;
  remedy: string;
  graceMs: number;
  /** How readiness is detected: a channel message, an answer at a URL, or a line of output. */
  readyBy?: 'message' | { url: string } | { output: RegExp };
  readyTimeoutMs?: number;
}

const READY_TIMEOUT_MS = 90_000;
const POLL_MS = 150;

const isAnswering = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );

const isReady = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';

/** Runs in an own process group, because Ctrl-C reaches a whole group at once and parts must end in order. */
export class NodePart implements Part {
  onCrash: (reason: string) => void = () => undefined;
  readonly log: LogFile;
  #child: ChildProcess | undefined;
  #isExpectedToEnd = false;
  #readyMessage: unknown;

  constructor(
    readonly name: PartName,
    private readonly options: NodePartOptions,
  ) {
    this.log = new LogFile(options.logFile);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get readyMessage(): unknown {
    return this.#readyMessage;
  }

  async start(): Promise<void> {
    this.#isExpectedToEnd = false;
    const child = this.#spawn();
    this.#child = child;
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`could not be started: ${error.message}`));
      child.once('exit', (code, signal) => resolve(`ended ${signal ? `by ${signal}` : `with code ${code}`}`));
    });
    const crash = ended.then((reason) => {
      this.#killGroup(child);
      return reason;
    });
    const outcome = await this.#waitUntilReady(child, crash);
    if (outcome !== 'ready') {
      await this.stop();
      throw new PartError(this.name, outcome, this.log.tail(), this.options.remedy);
    }
    void crash.then((reason) => {
      if (!this.#isExpectedToEnd) this.onCrash(`${reason} (see ${this.log.path})`);
    });
  }

  async stop(): Promise<void> {
    await this.#end(['SIGTERM', 'SIGKILL']);
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    await this.#end([signal, 'SIGKILL']);
  }

  #spawn(): ChildProcess {
    const { script, guard, args = [], cwd, env } = this.options;
    this.log.rotate();
    const output = this.log.open();
    try {
      return spawn(process.execPath, ['--import', pathToFileURL(guard).href, script, ...args], {
        cwd: cwd ?? dirname(script),
        env: { ...env(), LAUNCHER_PID: String(process.pid) },
        detached: true,
        stdio: ['ignore', output, output, 'ipc'],
      });
    } finally {
      closeSync(output);
    }
  }

  #waitUntilReady(child: ChildProcess, crash: Promise<string>): Promise<string> {
    const { readyBy = 'message', readyTimeoutMs = READY_TIMEOUT_MS } = this.options;
    let timer: NodeJS.Timeout | undefined;
    let poll: NodeJS.Timeout | undefined;
    const outcome = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`was not ready after ${readyTimeoutMs / 1000} s`), readyTimeoutMs);
      void crash.then(resolve);
      if (readyBy === 'message') {
        child.on('message', (message) => {
          if (!isReady(message)) return;
          this.#readyMessage = message;
          resolve('ready');
        });
        return;
      }
      const look = 'url' in readyBy ? () => isAnswering(readyBy.url) : async () => readyBy.output.test(this.log.tail());
      poll = setInterval(() => {
        void look().then((ready) => {
          if (ready) resolve('ready');
        });
      }, POLL_MS);
    });
    return outcome.finally(() => {
      clearTimeout(timer);
      clearInterval(poll);
    });
  }

  async #end(signals: readonly NodeJS.Signals[]): Promise<void> {
    this.#isExpectedToEnd = true;
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const identity = identify(child.pid);
    if (identity !== undefined) await endProcess({ pid: child.pid, identity }, signals, this.options.graceMs);
    await gone;
  }

  #killGroup(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    if (child.pid !== undefined) signalProcess(-child.pid, 'SIGKILL');
  }
}
