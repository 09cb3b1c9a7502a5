import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { machineEnvironment } from '../config.js';

export interface Child {
  pid: number;
  /** What it said first. */
  ready: unknown;
  stop(): Promise<void>;
}

interface ChildOptions {
  env?: Record<string, string>;
  /** Sent to it at once. */
  message?: object;
}

async function firstMessage(child: ChildProcess, script: string): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${script} ended with code ${String(code)} before it was ready`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  ended.catch(() => undefined);
  return message;
}

/** Starts a script of its own process and waits for its first message. Its output goes nowhere, its complaints to ours. */
export async function startChild(script: string, { env = {}, message }: ChildOptions = {}): Promise<Child> {
  const child = fork(script, [], {
    env: { ...machineEnvironment(), NODE_ENV: 'production', ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  if (message) child.send(message);
  const ready = await firstMessage(child, script);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${script} has no process id`);
  return {
    pid,
    ready,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
