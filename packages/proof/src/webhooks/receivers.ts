import { ForbiddenListeners, TestReceiver, type ReceivedAttempt } from '@app/api/test-support/webhook-receivers';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a receiver does; each has endpoints of its own. */
export const BEHAVIOURS = [
  'answers',
  'answers slowly',
  'fails at first',
  'fails',
  'is gone',
  'cuts the connection',
  'redirects',
  'hangs',
  'resolves to private addresses',
  'changes its address',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** In the end, whatever the faults on the way. */
export const IS_DELIVERED: Record<Behaviour, boolean> = {
  answers: true,
  'answers slowly': true,
  'fails at first': true,
  fails: false,
  'is gone': false,
  'cuts the connection': false,
  redirects: false,
  hangs: false,
  'resolves to private addresses': false,
  'changes its address': false,
};

const FAILURES_AT_FIRST = 3;
const SLOW_MS = 30;

/** A receiver for each behaviour, and the listeners that nothing may reach. */
export class Receivers {
  readonly forbidden = new ForbiddenListeners();
  private readonly byBehaviour = new Map<Behaviour, TestReceiver>();
  private readonly seen = new Map<string, number>();
  private lookups = 0;

  async start(): Promise<void> {
    await this.forbidden.start();
    for (const behaviour of BEHAVIOURS) {
      const receiver = new TestReceiver();
      receiver.answer = (attempt, response) => this.answer(behaviour, attempt, response);
      await receiver.start();
      this.byBehaviour.set(behaviour, receiver);
    }
  }

  stop(): void {
    this.forbidden.stop();
    for (const receiver of this.byBehaviour.values()) receiver.stop();
  }

  of(behaviour: Behaviour): TestReceiver {
    const receiver = this.byBehaviour.get(behaviour);
    if (!receiver) throw new Error('The receivers are not running yet');
    return receiver;
  }

  /** Each endpoint has a path of its own. */
  url(behaviour: Behaviour, path: string): string {
    const names = { 'resolves to private addresses': 'private.example', 'changes its address': 'changing.example' };
    const name = (names as Partial<Record<Behaviour, string>>)[behaviour];
    if (name === undefined) return this.of(behaviour).url(path);
    return `http://${name}:${this.forbidden.port}${path}`;
  }

  /** The name servers of those receivers. */
  readonly resolve = (name: string): Promise<string[]> => {
    const secret = ['127.0.0.1', '127.0.0.3', '::1', '10.0.0.1', '169.254.169.254', '64:ff9b::7f00:1'];
    this.lookups += 1;
    const address = secret[this.lookups % secret.length] ?? '127.0.0.1';
    // Now and then the look would have been harmless: the allowed address, which cuts the connection at this port.
    const isHarmless = name === 'changing.example' && this.lookups % 2 === 0;
    return Promise.resolve(isHarmless ? ['127.0.0.2'] : [address]);
  };

  private answer(behaviour: Behaviour, attempt: ReceivedAttempt, response: ServerResponse): void {
    if (behaviour === 'hangs') return;
    if (behaviour === 'cuts the connection') {
      response.socket?.destroy();
      return;
    }
    if (behaviour === 'answers slowly') {
      void sleep(SLOW_MS).then(() => response.writeHead(200).end('late'));
      return;
    }
    const location = `http://127.0.0.1:${this.forbidden.port}/`;
    response.writeHead(this.status(behaviour, attempt), behaviour === 'redirects' ? { location } : {}).end();
  }

  private status(behaviour: Behaviour, { path, headers }: ReceivedAttempt): number {
    if (behaviour === 'redirects') return 307;
    if (behaviour === 'fails') return 500;
    if (behaviour === 'is gone') return 410;
    if (behaviour !== 'fails at first') return 204;
    const key = `${path} ${String(headers['webhook-id'])}`;
    const before = this.seen.get(key) ?? 0;
    this.seen.set(key, before + 1);
    return before < FAILURES_AT_FIRST ? 503 : 200;
  }
}
