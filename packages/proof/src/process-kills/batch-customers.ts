import { calls, type Batch, type BatchWithRows, type Call } from '@app/contracts';
import { dataOf, type ApiUser } from '@app/e2e/api-client';
import { CHEAPEST_BODY } from '@app/e2e/generation-journal';
import type { ProductFixtures } from '@app/e2e/product';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryRequest } from './retry-request.js';

const CREDITS = 1_000_000;
const ROWS = 12;
const PAUSE_MS = 1_000;

const openRows = ({ rows_by_status: rows }: Batch): number => rows.waiting + rows.pending + rows.processing;

/** Clients that start one batch after the other, and stop every second one in the middle. */
export class BatchCustomers {
  /** Answers that no fault may cause. */
  readonly violations: string[] = [];
  batches = 0;
  private isClosing = false;
  private isAborted = false;
  private loops: Promise<void>[] = [];

  constructor(private readonly fixtures: ProductFixtures) {}

  async begin(count: number): Promise<void> {
    const { database } = this.fixtures;
    const users = await Promise.all(Array.from({ length: count }, () => this.fixtures.newUser(CREDITS)));
    for (const { userId } of users) {
      await database.query(`update users set plan = 'enterprise' where id = $1`, [userId]);
    }
    this.loops = users.map((user) => this.runLoop(user));
  }

  abort(): void {
    this.isClosing = true;
    this.isAborted = true;
  }

  /** Waits until the last batches have ended. */
  async end(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.loops);
  }

  private async runLoop(user: ApiUser): Promise<void> {
    while (!this.isClosing) await this.runBatch(user);
  }

  private async runBatch(user: ApiUser): Promise<void> {
    const isStopped = this.batches % 2 === 1;
    this.batches += 1;
    const body = { rows: Array.from({ length: ROWS }, () => CHEAPEST_BODY) };
    const headers = { 'idempotency-key': randomUUID() };
    const start = (): Promise<BatchWithRows> => this.ask(user, calls.batches.start, '/batches', { body, headers });
    const { id } = await start();
    for (;;) {
      if (this.isAborted) return;
      const batch = await this.ask(user, calls.batches.show, `/batches/${id}`);
      if (openRows(batch) === 0 && batch.finished_at !== null) break;
      const isHalfDone = isStopped && batch.rows_by_status.completed > 0;
      if (batch.status === 'running' && (isHalfDone || this.isClosing)) await this.stop(user, id);
      await sleep(PAUSE_MS);
    }
    const again = await start();
    if (again.id !== id) this.violations.push(`one key started the batches ${id} and ${again.id}`);
  }

  /** A stop whose answer was lost finds the batch stopped. */
  private async stop({ token }: ApiUser, id: string): Promise<void> {
    const answer = await this.fixtures.api.send('POST', `/batches/${id}/stop`, { token }).catch(() => null);
    if (answer && ![200, 409, 503].includes(answer.status)) this.violations.push(`stop: ${answer.status}`);
  }

  private async ask(
    { token }: ApiUser,
    call: typeof calls.batches.start | typeof calls.batches.show,
    path: string,
    sent: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<BatchWithRows> {
    const { method, status = 200 } = (call as Call).route;
    const send = () => this.fixtures.api.send(method, path, { token, ...sent });
    return dataOf(call, await retryRequest(send, { what: path, status, violations: this.violations }));
  }
}
