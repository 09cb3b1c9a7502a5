import { dataOf } from '@app/e2e/api-client';
import { CHEAPEST_BODY, type Submission } from '@app/e2e/generation-journal';
import type { ProductFixtures } from '@app/e2e/product';
import { calls } from '@app/contracts';
import { setTimeout as sleep } from 'node:timers/promises';

const CREDITS = 100_000;
const PAUSE_MS = 250;
/** Open generations above which no more are submitted, so that all can end before their deadline. */
const BUSY = 20;

type Person = Submission['user'];

/** Clients that keep submitting generations and repeat each one until it is accepted. */
export class Customers {
  /** Answers that no fault may cause. */
  readonly violations: string[] = [];
  refusals = 0;
  private isClosing = false;
  private isAborted = false;
  private loops: Promise<void>[] = [];

  constructor(
    private readonly fixtures: ProductFixtures,
    private readonly bodies: readonly [Submission['body'], ...Submission['body'][]] = [CHEAPEST_BODY],
  ) {}

  async begin(count: number): Promise<void> {
    const users = await Promise.all(Array.from({ length: count }, () => this.fixtures.newUser(CREDITS)));
    this.loops = users.map((user, n) => this.submitLoop(user, this.bodies[n % this.bodies.length] ?? this.bodies[0]));
  }

  abort(): void {
    this.isClosing = true;
    this.isAborted = true;
  }

  async end(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.loops);
  }

  private async submitLoop(user: Person, body: Submission['body']): Promise<void> {
    while (!this.isClosing) {
      await sleep(PAUSE_MS);
      if (await this.isBusy()) {
        await this.repeat();
        continue;
      }
      let order: Submission | null = null;
      for (let isTaken = false; !isTaken && !this.isAborted;) {
        const sent = await this.fixtures.journal.submit({ user, body, ...order });
        order = sent.submission;
        isTaken = sent.answer?.status === 202;
        if (!isTaken) await this.refused(sent.answer);
      }
    }
  }

  /** Submits the last generation again under its key, as after a lost answer. */
  private async repeat(): Promise<void> {
    const { api, journal } = this.fixtures;
    const last = journal.submissions.at(-1);
    if (!last) return;
    const answer = await api.generate(last.user, last.body, last.key).catch(() => null);
    if (answer?.status !== 202) return this.refused(answer);
    const { id } = dataOf(calls.images.generate, answer);
    if (id !== last.id) this.violations.push(`key ${last.key} returned ${last.id}, then ${id}`);
  }

  /** Counts a missing answer or 503; anything else is a violation. */
  private async refused(answer: { status: number; body: unknown } | null): Promise<void> {
    this.refusals += 1;
    if (answer && answer.status !== 503) this.violations.push(`${answer.status} ${JSON.stringify(answer.body)}`);
    await sleep(PAUSE_MS);
  }

  private async isBusy(): Promise<boolean> {
    const open = this.fixtures.database
      .query<{ count: number }[]>(`select count(*)::int as count from generations where finished_at is null`)
      .catch(() => []);
    return ((await open)[0]?.count ?? BUSY) >= BUSY;
  }
}
