import { afterEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { CreditModel, type Lot } from '../../../../test/support/credits/credit-model.js';
import { closeImage, createUser, creditLedger, submitImages } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { RACE_ROUNDS, raceSeed } from '../../../../test/support/timing/race-rounds.js';
import { seededDraw } from '../../../../test/support/timing/seeded-draw.js';
import { rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import type { CreditLedger } from './credit-ledger.js';

/** Fewer overlook a single unit. */
const HISTORIES = Math.max(RACE_ROUNDS, 10);
/** Each look at the invariants costs more than the step before it. */
const STEPS_PER_LOOK = RACE_ROUNDS > 10 ? 1 : 5;
const STEPS = 30;
const SEED = raceSeed();
const PRICE = 35;
const DAY_MS = 86_400_000;

const db = useDatabase(5);
const ledger = creditLedger(db.dataSource);
const began = Date.now();
/** Halfway between two days of the clock, so that seconds of the test decide nothing. */
const dateOf = (day: number): Date => new Date(began + (day + 0.5) * DAY_MS);
const change = (work: (ledger: CreditLedger, tx: EntityManager) => Promise<unknown>): Promise<unknown> =>
  inTransaction(db.dataSource, (tx) => work(ledger, tx));

afterEach(() => rows(db.dataSource, `update billing_clock set shift_seconds = 0`));

class History {
  private readonly model = new CreditModel();
  private readonly told = new Map<string, number>();
  readonly steps: string[] = [];
  private grants = 0;

  constructor(
    private readonly userId: string,
    private readonly draw: () => number,
  ) {}

  private below = (limit: number): number => Math.floor(this.draw() * limit);
  private oneOf = <T>(items: readonly T[]): T | undefined => items[this.below(items.length)];
  private note = (text: string): number => this.steps.push(text);

  async step(): Promise<void> {
    const key = this.oneOf([...this.model.paid.keys()]);
    const kind = this.below(100);
    if (key === undefined || kind < 10) await this.grant();
    else if (kind < 30) await this.submit();
    else if (kind < 45) await this.close();
    else if (kind < 52) await this.turnClock();
    else if (kind < 66) await this.revokePart(key);
    else if (kind < 75) await this.revoke(key);
    else if (kind < 84) await this.restore(key);
    else if (kind < 88) await this.revokeWithoutDebt(key);
    else if (kind < 92) await this.winAtOnce(key);
    else if (kind < 96) await this.moveExpiry(key);
    else await this.endAllBut(key);
    await ledger.expireGrants(this.userId);
    await this.expectModel();
  }

  /** Nothing of it lives in the time of the next one. */
  async end(): Promise<void> {
    await this.turnTo(this.model.now + 100);
    await ledger.expireGrants(this.userId);
    await this.expectModel();
    await expectInvariants(db.dataSource);
  }

  private async grant(): Promise<void> {
    const sourceKey = `plan:${this.userId}:${(this.grants += 1)}`;
    const units = 30 + this.below(120);
    // No two at the same time.
    const day = this.model.now + 5 + this.below(30) + this.grants / 1000;
    this.note(`grant ${sourceKey} ${units}`);
    const { userId } = this;
    const kind = 'plan_month';
    await this.repeatedly((known, tx) => known.grant(tx, { userId, kind, sourceKey, units, expiresAt: dateOf(day) }));
    this.model.grant(sourceKey, units, day + 0.5);
  }

  private async submit(): Promise<void> {
    const [imageId] = (await submitImages(ledger, this.userId)) ?? [];
    this.note(`submit ${imageId}`);
    expect(imageId !== undefined).toBe(this.model.available >= PRICE);
    if (imageId === undefined) return;
    const lots = await this.lotsOf(imageId);
    expect(sumsOf(lots)).toEqual(sumsOf(this.model.lotsFor(PRICE)));
    this.model.hold(imageId, lots);
  }

  private lotsOf = (imageId: string): Promise<Lot[]> =>
    rows<Lot>(
      db.dataSource,
      `select replace(g.source_key, 'restore:', '') as key, l.amount as units
         from hold_lots l join credit_grants g on g.id = l.grant_id where l.image_id = $1 order by g.id`,
      [imageId],
    );

  private async close(): Promise<void> {
    const imageId = this.oneOf(this.model.openImages);
    if (imageId === undefined) return;
    const delivered = this.draw() < 0.4;
    this.note(`${delivered ? 'deliver' : 'return'} ${imageId}`);
    await closeImage(db.dataSource, ledger, { userId: this.userId, imageId, delivered });
    if (delivered) this.model.settle(imageId);
    else this.model.returnHold(imageId);
  }

  /** What comes next may meet grants that were not swept. */
  private async turnClock(): Promise<void> {
    await this.turnTo(this.model.now + 1 + this.below(12));
    const key = this.oneOf([...this.model.paid.keys()]) ?? '';
    await this.oneOf([
      () => this.revokePart(key),
      () => this.revoke(key),
      () => this.restore(key),
      () => this.close(),
    ])?.();
  }

  private async turnTo(day: number): Promise<void> {
    this.note(`day ${day}`);
    await rows(db.dataSource, `update billing_clock set shift_seconds = $1`, [day * 86_400]);
    this.model.turnTo(day);
  }

  private async revokePart(key: string): Promise<void> {
    const { granted } = this.model.of(key);
    const before = this.told.get(key) ?? 0;
    const units = this.draw() < 0.3 ? before : Math.min(granted, before + this.below(granted));
    this.told.set(key, units);
    await this.takeTold(key);
  }

  private async takeTold(key: string): Promise<void> {
    const units = this.told.get(key) ?? 0;
    this.note(`take ${units} of ${key}`);
    await this.repeatedly((known, tx) => known.revokePart(tx, this.userId, key, units));
    this.model.revokePart(key, units);
  }

  private async revoke(key: string): Promise<void> {
    this.note(`revoke ${key}`);
    await this.repeatedly((known, tx) => known.revoke(tx, this.userId, key));
    this.model.revoke(key);
  }

  private async restore(key: string): Promise<void> {
    this.note(`restore ${key}`);
    await this.repeatedly((known, tx) => known.restore(tx, this.userId, key));
    this.model.restore(key);
  }

  /** Refused once everything is used. */
  private async revokeWithoutDebt(key: string): Promise<void> {
    if (this.model.of(key).left === 0) return;
    this.note(`forgive ${key}`);
    await this.repeatedly((known, tx) => known.revokeWithoutDebt(tx, this.userId, key));
    this.model.revokeWithoutDebt(key);
  }

  private async winAtOnce(key: string): Promise<void> {
    if (this.model.of(key).state !== 'living') return;
    await this.takeTold(key);
    const before = await this.account();
    await this.revoke(key);
    await this.restore(key);
    await this.takeTold(key);
    const after = await this.account();
    // What expired meanwhile, and was not swept, is no part of what can be spent.
    expect(after.available - after.debt).toBe(before.available - before.debt);
    if (before.debt === 0) expect(after).toEqual(before);
  }

  private async moveExpiry(key: string): Promise<void> {
    const { expiresAt } = this.model.of(key);
    if (expiresAt <= this.model.now) return;
    const day = this.model.now + 1 + this.below(30) + (expiresAt % 1) - 0.5;
    this.note(`move ${key} to ${day}`);
    await this.repeatedly((known, tx) => known.moveExpiry(tx, this.userId, key, { expiresAt: dateOf(day) }));
    this.model.moveExpiry(key, day + 0.5);
  }

  private async endAllBut(key: string): Promise<void> {
    this.note(`end all but ${key}`);
    await this.repeatedly((known, tx) => known.endPlanCredits(tx, this.userId, [key]));
    this.model.endAllBut([key]);
  }

  /** The first time alone changes anything. */
  private async repeatedly(work: (ledger: CreditLedger, tx: EntityManager) => Promise<unknown>): Promise<void> {
    await change(work);
    const once = await this.everything();
    for (let times = this.below(3); times > 0; times -= 1) {
      await change(work);
      expect([this.steps.at(-1), await this.everything()]).toEqual([this.steps.at(-1), once]);
    }
  }

  private everything = (): Promise<unknown[]> =>
    rows(
      db.dataSource,
      `select g.*, (select count(*) from ledger_entries where user_id = $1) as entries, a.available, a.reserved, a.debt
         from credit_grants g join credit_accounts a using (user_id) where user_id = $1 order by g.id`,
      [this.userId],
    );

  private async account(): Promise<{ available: number; reserved: number; debt: number }> {
    const { availableUnits: available, reservedUnits: reserved } = await ledger.balance(db.dataSource, this.userId);
    return { available, reserved, debt: await ledger.debt(db.dataSource, this.userId) };
  }

  private async expectModel(): Promise<void> {
    const { available, reserved, debt, delivered, repaidInVain } = this.model;
    expect(await this.account()).toEqual({ available, reserved, debt });
    expect(Math.min(available, reserved, debt)).toBeGreaterThanOrEqual(0);
    // Nobody owes what was not used.
    expect(debt).toBeLessThanOrEqual(reserved + delivered + repaidInVain);
    for (const { granted, taken } of this.model.paid.values()) expect(taken).toBeLessThanOrEqual(granted);
  }
}

function sumsOf(lots: Lot[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { key, units } of lots) sums.set(key, (sums.get(key) ?? 0) + units);
  return new Map([...sums].toSorted(([a], [b]) => a.localeCompare(b)));
}

test(`${HISTORIES} histories of refunds, disputes and expiry end as plain rules say`, async () => {
  process.stderr.write(`seed ${SEED}: RACE_SEED=${SEED} repeats it\n`);
  const draw = seededDraw(SEED);
  const kinds = new Set<string | undefined>();
  for (let n = 0; n < HISTORIES; n += 1) {
    await rows(db.dataSource, `update billing_clock set shift_seconds = 0`);
    const history = new History(await createUser(db.dataSource, { plan: 'pro', subject: randomUUID() }), draw);
    try {
      for (let step = 1; step <= STEPS; step += 1) {
        await history.step();
        if (step % STEPS_PER_LOOK === 0) await expectInvariants(db.dataSource);
      }
      await history.end();
    } catch (error) {
      process.stderr.write(`history ${n}:\n${history.steps.join('\n')}\n`);
      throw error;
    }
    for (const step of history.steps) kinds.add(step.split(' ')[0]);
  }
  // The draw did what it says.
  expect(kinds.size).toBeGreaterThan(8);
});
