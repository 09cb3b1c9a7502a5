import { dataOf } from '@app/e2e/api-client';
import { CHEAP, type Order } from '@app/e2e/load';
import type { Witnesses } from '@app/e2e/witnesses';
import { calls } from '@app/contracts';
import { setTimeout as sleep } from 'node:timers/promises';

const CREDITS = 100_000;
const PAUSE_MS = 250;
/** Open generations above which nobody asks for more: what is asked must be done in time in spite of everything. */
const BUSY = 20;

type Person = Order['person'];

/** People who go on ordering, whatever happens, and repeat each order until they hear that it was taken. */
export class Customers {
  /** Answers that nobody may get, whatever goes wrong. */
  readonly complaints: string[] = [];
  refusals = 0;
  private isClosing = false;
  private isGone = false;
  private lanes: Promise<void>[] = [];

  /** `bodies`: what the first, the second … of them asks for. */
  constructor(
    private readonly witnesses: Witnesses,
    private readonly bodies: readonly [Order['body'], ...Order['body'][]] = [CHEAP],
  ) {}

  async begin(count: number): Promise<void> {
    const people = await Promise.all(Array.from({ length: count }, () => this.witnesses.newcomer(CREDITS)));
    this.lanes = people.map((person, n) => this.order(person, this.bodies[n % this.bodies.length] ?? this.bodies[0]));
  }

  /** They go away at once, whatever they wait for: the run is over. */
  leave(): void {
    this.isClosing = true;
    this.isGone = true;
  }

  /** Each insists on an answer to its last order. */
  async end(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.lanes);
  }

  private async order(person: Person, body: Order['body']): Promise<void> {
    while (!this.isClosing) {
      await sleep(PAUSE_MS);
      if (await this.isBusy()) {
        await this.repeat();
        continue;
      }
      let order: Order | null = null;
      for (let isTaken = false; !isTaken && !this.isGone;) {
        const sent = await this.witnesses.journal.submit({ person, body, ...order });
        order = sent.order;
        isTaken = sent.answer?.status === 202;
        if (!isTaken) await this.refused(sent.answer);
      }
    }
  }

  /** The last order once more, as if its answer had been lost: it is the same order. */
  private async repeat(): Promise<void> {
    const { api, journal } = this.witnesses;
    const last = journal.acknowledged.at(-1);
    if (!last) return;
    const answer = await api.generate(last.person, last.body, last.key).catch(() => null);
    if (answer?.status !== 202) return this.refused(answer);
    const { id } = dataOf(calls.images.generate, answer);
    if (id !== last.id) this.complaints.push(`order ${last.key} was ${last.id} and is ${id}`);
  }

  /** No answer, or that the service is not available: nothing else. */
  private async refused(answer: { status: number; body: unknown } | null): Promise<void> {
    this.refusals += 1;
    if (answer && answer.status !== 503) this.complaints.push(`${answer.status} ${JSON.stringify(answer.body)}`);
    await sleep(PAUSE_MS);
  }

  private async isBusy(): Promise<boolean> {
    const open = this.witnesses.database
      .query<{ count: number }[]>(`select count(*)::int as count from generations where finished_at is null`)
      .catch(() => []);
    return ((await open)[0]?.count ?? BUSY) >= BUSY;
  }
}
