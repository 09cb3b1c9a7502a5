import { fork, type ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import type { OnProgress, Painting, PaintRequest } from '../types.js';
import type { Order, Report } from './messages.js';

/** The child that painted has crashed, or could not be started; later paintings are not affected. */
export class StudioCrashError extends Error {
  override readonly name = 'StudioCrashError';
}

export interface Task {
  readonly id: number;
  readonly request: PaintRequest;
  readonly onProgress?: OnProgress;
  readonly resolve: (painting: Painting) => void;
  readonly reject: (reason: Error) => void;
}

/** Starts a child process with the first task, and again after a crash. */
export class Painter {
  private child?: ChildProcess;
  private task?: Task;
  private idle?: NodeJS.Timeout;

  constructor(
    private readonly entry: string,
    private readonly idleMs: number,
    private readonly niceness: number,
    private readonly onFree: () => void,
  ) {}

  get busy(): boolean {
    return this.task !== undefined;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Rejects the task, and stays free, when no child can be started. */
  start(task: Task): void {
    clearTimeout(this.idle);
    const child = this.childOrReason();
    if (child instanceof Error) return task.reject(child);
    this.task = task;
    const order: Order = { id: task.id, request: task.request };
    child.send(order, (error) => {
      if (error && this.task === task) this.lost(child, `the painter could not be reached: ${error.message}`);
    });
  }

  /** Ends the child during its task; the caller has already rejected the task. */
  drop(id: number): void {
    if (this.task?.id !== id) return;
    this.task = undefined;
    this.kill();
    this.onFree();
  }

  kill(): void {
    clearTimeout(this.idle);
    const child = this.child;
    this.child = undefined;
    child?.kill('SIGKILL');
  }

  /** Without memory, for one, the start itself throws. */
  private childOrReason(): ChildProcess | StudioCrashError {
    try {
      return (this.child ??= this.spawn());
    } catch (error) {
      return new StudioCrashError(`the painter failed to start: ${String(error)}`);
    }
  }

  private spawn(): ChildProcess {
    const child = fork(this.entry, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
    });
    if (child.pid) {
      try {
        // Never above the one that it has of its parent.
        setPriority(child.pid, Math.max(getPriority(child.pid), this.niceness));
      } catch {
        // The child is already dead, or the platform refuses: painting works at any priority.
      }
    }
    child.on('message', (report: Report) => this.hear(child, report));
    child.on('error', (error) => this.lost(child, `the painter failed to start: ${error.message}`));
    child.on('exit', (code, signal) =>
      this.lost(child, `the painter died while painting (${signal ?? `exit code ${code}`})`),
    );
    // A waiting child must not keep the parent alive.
    child.unref();
    child.channel?.unref();
    return child;
  }

  private hear(child: ChildProcess, report: Report): void {
    const task = this.task;
    if (child !== this.child || !task || report.kind === 'ready' || report.id !== task.id) return;
    if (report.kind === 'progress') return task.onProgress?.(report.progress);
    this.release();
    if (report.kind === 'done') task.resolve({ ...report.painting, bytes: Buffer.from(report.painting.bytes) });
    else task.reject(report.name === 'RangeError' ? new RangeError(report.message) : new Error(report.message));
    this.onFree();
  }

  private lost(child: ChildProcess, why: string): void {
    if (child !== this.child) return;
    this.child = undefined;
    const task = this.task;
    if (!task) return;
    this.task = undefined;
    task.reject(new StudioCrashError(why));
    this.onFree();
  }

  private release(): void {
    this.task = undefined;
    // Skia and sharp keep their memory, so an idle child ends to release it.
    this.idle = setTimeout(() => this.kill(), this.idleMs).unref();
  }
}
