import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '../environment.js';
import { findFreePort } from './ports.js';

export interface ServiceCommand {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  /** Output that shows that the service accepts connections. */
  ready: RegExp;
  readyTimeoutMs: number;
  /** Sent when the parent dies without stopping the service. */
  orphanSignal: NodeJS.Signals;
  onLog?: (line: string) => void;
}

export interface ServiceProcess {
  pid: number;
  exited: Promise<void>;
  /** Sends each signal in turn and waits `patienceMs` after each. Resolves after the last output. */
  end(signals: NodeJS.Signals[], patienceMs?: number): Promise<void>;
}

export class ServiceStartError extends Error {
  constructor(
    name: string,
    reason: string,
    readonly output: string,
  ) {
    super(`${name} ${reason}${output ? `:\n${output}` : ''}`);
    this.name = 'ServiceStartError';
  }
}

const REMEMBERED_LINES = 20;
/** Processes that outlive their parent can keep its output open. */
const OUTPUT_TIMEOUT_MS = 5_000;

/** Runs in an own process group, because Ctrl-C would stop the database before its clients. See `guard`. */
export async function startService(service: ServiceCommand): Promise<ServiceProcess> {
  const child = spawnPrivately(service);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const silent = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  await ready(child, service);
  const pid = child.pid;
  if (pid === undefined) throw new ServiceStartError(service.name, 'has no process', '');
  const guardian = guard(pid, service.orphanSignal);
  void exited.then(() => guardian.kill('SIGKILL'));
  return {
    pid,
    exited,
    end: async (signals, patienceMs = 10_000) => {
      await end(child, exited, signals, patienceMs);
      await Promise.race([silent, sleep(OUTPUT_TIMEOUT_MS, undefined, { ref: false })]);
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}

/** What the service writes is for its account alone: a child inherits the mask of the process that starts it. */
function spawnPrivately(service: ServiceCommand): ChildProcessByStdio<null, Readable, Readable> {
  const mask = process.umask(0o077);
  try {
    return spawn(service.command, service.args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: childEnvironment(service.env),
      ...(service.uid !== undefined && { uid: service.uid, gid: service.gid }),
    });
  } finally {
    process.umask(mask);
  }
}

function ready(child: ChildProcess, service: ServiceCommand): Promise<void> {
  const recent: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new ServiceStartError(service.name, reason, recent.join('\n')));
    };
    const timer = setTimeout(
      () => fail(`was not ready after ${service.readyTimeoutMs / 1000} s`),
      service.readyTimeoutMs,
    );
    const onLine = (line: string) => {
      recent.push(line);
      if (recent.length > REMEMBERED_LINES) recent.shift();
      service.onLog?.(line);
      if (!service.ready.test(line)) return;
      clearTimeout(timer);
      resolve();
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', onLine);
    }
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    // `close` instead of `exit`, because all output has been read then.
    child.once('close', (code, signal) => fail(`ended at once (${signal ?? `code ${code}`})`));
  });
}

/** The kernel closes the guardian's pipe when this process dies, even by `kill -9`. */
function guard(pid: number, signal: NodeJS.Signals): ChildProcess {
  const script = `read -r _; kill -${signal.replace('SIG', '')} ${pid}`;
  const guardian = spawn('/bin/sh', ['-c', script], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guardian.on('error', () => undefined);
  guardian.unref();
  if (guardian.stdin instanceof Socket) guardian.stdin.unref();
  return guardian;
}

async function end(
  child: ChildProcess,
  exited: Promise<void>,
  signals: NodeJS.Signals[],
  patienceMs: number,
): Promise<void> {
  for (const signal of signals) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    child.kill(signal);
    const timeUp = Symbol('time up');
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => (timer = setTimeout(resolve, patienceMs, timeUp)));
    const outcome = await Promise.race([exited, patience]);
    clearTimeout(timer);
    if (outcome !== timeUp) break;
  }
  await exited;
}

const MOST_PORTS = 3;

/** A free port may be taken before it is used; then another one is tried. */
export async function startOnPort(
  wanted: number | undefined,
  start: (port: number) => Promise<ServiceProcess>,
): Promise<{ server: ServiceProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (await findFreePort());
    try {
      return { server: await start(port), port };
    } catch (error) {
      const portTaken = error instanceof ServiceStartError && /Address already in use/.test(error.output);
      if (!portTaken || wanted !== undefined || attempt === MOST_PORTS) throw error;
    }
  }
}
