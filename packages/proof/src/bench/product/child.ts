import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../config.js';

export interface Memory {
  heap: number;
  /** Buffers outside the heap. */
  external: number;
}

export interface Child {
  pid: number;
  ready: unknown;
  /** Only for a process started `collectable`. */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

interface ChildOptions {
  env?: Record<string, string>;
  message?: object;
  collectable?: boolean;
}

const COLLECTOR = fileURLToPath(new URL('../measure/collect-on-request.js', import.meta.url));

function memoryOf(child: ChildProcess, script: string): Promise<Memory> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error(`${script} ended while its memory was measured`));
    const onMessage = (message: { type?: string } & Memory): void => {
      if (message.type !== 'collected') return;
      child.off('message', onMessage).off('exit', onExit);
      resolve({ heap: message.heap, external: message.external });
    };
    child.on('message', onMessage).once('exit', onExit);
    child.send({ type: 'collect' });
  });
}

async function firstMessage(child: ChildProcess, script: string): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${script} ended with code ${String(code)} before it was ready`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  ended.catch(() => undefined);
  return message;
}

export async function startChild(
  script: string,
  { env = {}, message, collectable = false }: ChildOptions = {},
): Promise<Child> {
  const child = fork(script, [], {
    env: { ...childEnvironment, NODE_ENV: 'production', ...env },
    execArgv: collectable ? ['--expose-gc', '--import', COLLECTOR] : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  if (message) child.send(message);
  const ready = await firstMessage(child, script);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${script} has no process id`);
  return {
    pid,
    ready,
    memory: () => memoryOf(child, script),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
