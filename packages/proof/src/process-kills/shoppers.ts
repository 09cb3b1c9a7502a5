import { calls } from '@app/contracts';
import { dataOf, type ApiResponse, type ApiUser } from '@app/e2e/api-client';
import { preparePrices } from '@app/e2e/prepare-prices';
import type { ProductFixtures } from '@app/e2e/product';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryRequest } from './retry-request.js';
import { retryWhenLost } from '../simulation/retry.js';

const PAUSE_MS = 1_000;
/** Longer than an event waits after the process that had taken it was killed, and the sandbox after five refusals. */
const STALLED_AFTER_MS = 330_000;
const MONTH_SECONDS = 31 * 86_400 + 7_200;
const WANTED = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };

interface Delivery {
  event: string;
  type: string;
}

/** Clients that buy plans, which the clock then renews. Every second one never opens the page of success. */
export class Shoppers {
  /** Answers that no fault may cause. */
  readonly violations: string[] = [];
  purchases = 0;
  months = 0;
  private isClosing = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(private readonly fixtures: ProductFixtures) {}

  async prepare(): Promise<void> {
    await preparePrices(this.fixtures.product);
  }

  begin(): void {
    this.isClosing = false;
    this.loop = this.buyLoop();
  }

  async end(): Promise<void> {
    this.isClosing = true;
    await this.loop;
  }

  /** Lets a month pass, in which every subscription is renewed. */
  async turnMonth(): Promise<void> {
    await this.end();
    await this.areApplied();
    await this.control('clock/advance', { ms: MONTH_SECONDS * 1_000 });
    await this.query(`update billing_clock set shift_seconds = shift_seconds + ${MONTH_SECONDS}`);
    this.months += 1;
    await this.areApplied();
    this.begin();
  }

  /**
   * Waits until each invoice that was paid at the provider has its payment and its grant, and there is no other: as long
   * as more are applied, since hundreds that are renewed at once take minutes on a busy machine.
   */
  async areApplied(): Promise<void> {
    let counts = await this.counts();
    let since = performance.now();
    while (counts.some((count, _, [paid]) => count !== paid)) {
      if (performance.now() - since > STALLED_AFTER_MS) throw new Error(`paid, payments, grants: ${counts.join(', ')}`);
      await sleep(PAUSE_MS);
      const next = await this.counts();
      if (next.join() !== counts.join()) since = performance.now();
      counts = next;
    }
  }

  private async counts(): Promise<number[]> {
    const deliveries = await this.control<Delivery[]>('stripe/deliveries');
    const paid = new Set(deliveries.filter(({ type }) => type === 'invoice.paid').map(({ event }) => event));
    const [stored] = await this.query<{ payments: number; grants: number }>(
      `select (select count(*)::int from payments where status = 'success') as payments,
              (select count(*)::int from credit_grants where kind = 'plan_month') as grants`,
    );
    return [paid.size, stored?.payments ?? 0, stored?.grants ?? 0];
  }

  private async buyLoop(): Promise<void> {
    while (!this.isClosing) {
      await sleep(PAUSE_MS);
      const user = await this.fixtures.newUser(0).catch(() => null);
      if (user) await this.buy(user);
    }
  }

  private async buy(user: ApiUser): Promise<void> {
    const session = dataOf(
      calls.subscriptions.checkoutSession,
      await this.retryRequest(user, '/subscriptions/checkout-session', WANTED),
    );
    await this.control(`stripe/checkout/${session.session_id}/pay`, {});
    this.purchases += 1;
    if (this.purchases % 2 === 0) return;
    const { session_id } = session;
    const answer = await this.retryRequest(user, '/subscriptions/confirm-payment-by-session', { session_id });
    const { status } = dataOf(calls.subscriptions.confirmPaymentBySession, answer);
    if (status !== 'success') this.violations.push(`a payment that was made is ${status}`);
  }

  private retryRequest({ token }: ApiUser, path: string, body: object): Promise<ApiResponse> {
    const { violations } = this;
    const send = (): Promise<ApiResponse> => this.fixtures.api.send('POST', path, { token, body });
    return retryRequest(send, { what: path, status: 200, violations });
  }

  private query<T>(sql: string): Promise<T[]> {
    return retryWhenLost(() => this.fixtures.database.query<T[]>(sql));
  }

  private async control<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.fixtures.product.running.sandbox?.url}/_sandbox/${path}`, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
