export interface Lot {
  key: string;
  units: number;
}

/** A paid grant and all that was ever restored of it. */
interface Paid {
  granted: number;
  left: number;
  /** Held, delivered, or used to repay a debt, as far as it did not become a debt itself. */
  used: number;
  taken: number;
  /** Of what was taken, what became a debt. */
  owed: number;
  /** Of what is owed, what the last revocation made. */
  owedByRevocation: number;
  lost: number;
  expiresAt: number;
  state: 'living' | 'revoked' | 'forgiven';
}

type OpenLot = Lot & { isForgiven: boolean };

/** The rules of credits that are taken back and given back, in plain arithmetic. Times are days. */
export class CreditModel {
  debt = 0;
  reserved = 0;
  delivered = 0;
  now = 0;
  /** What came back of a grant whose debt another one had repaid: it can be spent instead, while it lives. */
  repaidInVain = 0;
  readonly paid = new Map<string, Paid>();
  private readonly open = new Map<string, OpenLot[]>();

  get available(): number {
    return [...this.paid.values()].reduce((sum, { left }) => sum + left, 0);
  }

  get openImages(): string[] {
    return [...this.open.keys()];
  }

  of(key: string): Paid {
    const paid = this.paid.get(key);
    if (!paid) throw new Error(`nothing was granted for ${key}`);
    return paid;
  }

  grant(key: string, units: number, expiresAt: number): void {
    const repaid = this.repay(units);
    const [left, used] = [units - repaid, repaid];
    this.paid.set(key, {
      granted: units,
      left,
      used,
      taken: 0,
      owed: 0,
      owedByRevocation: 0,
      lost: 0,
      expiresAt,
      state: 'living',
    });
  }

  /** What expires first is spent first. */
  lotsFor(units: number): Lot[] {
    let wanted = units;
    return [...this.paid]
      .toSorted(([, a], [, b]) => a.expiresAt - b.expiresAt)
      .map(([key, { left }]) => {
        const share = Math.min(left, wanted);
        wanted -= share;
        return { key, units: share };
      })
      .filter((lot) => lot.units > 0);
  }

  hold(imageId: string, lots: Lot[]): void {
    for (const { key, units } of lots) {
      const paid = this.of(key);
      paid.left -= units;
      paid.used += units;
      this.reserved += units;
    }
    this.open.set(
      imageId,
      lots.map((lot) => ({ ...lot, isForgiven: false })),
    );
  }

  settle(imageId: string): void {
    for (const { units } of this.close(imageId)) this.delivered += units;
  }

  /** Repays what its grant owes, and only then can be spent again. */
  returnHold(imageId: string): void {
    for (const { key, units, isForgiven } of this.close(imageId)) {
      const paid = this.of(key);
      if (!isForgiven) paid.used -= units;
      const owed = isForgiven ? 0 : Math.min(units, paid.owed);
      const repaid = this.repay(owed);
      paid.used += repaid;
      paid.owed -= repaid;
      paid.owedByRevocation -= repaid;
      const isGone = paid.expiresAt <= this.now || paid.state === 'forgiven';
      this.repaidInVain += owed > 0 ? owed - repaid : Math.min(units, Math.max(0, -paid.used));
      this.putBack(paid, units - repaid, isGone);
    }
  }

  /** Never more than was granted; what was used beyond what stays paid for is a debt. */
  revokePart(key: string, units: number): void {
    const paid = this.of(key);
    if (paid.state !== 'living') return;
    this.take(paid, units);
    const debt = Math.max(0, paid.used + units - paid.granted);
    paid.used -= debt;
    paid.taken += debt;
    paid.owed += debt;
    this.debt += debt;
  }

  revoke(key: string): void {
    const paid = this.of(key);
    const { taken, owed } = paid;
    this.revokePart(key, paid.granted);
    if (paid.taken === taken) return;
    paid.state = 'revoked';
    paid.owedByRevocation = paid.owed - owed;
  }

  revokeWithoutDebt(key: string): void {
    const paid = this.of(key);
    if (paid.state !== 'living') return;
    this.take(paid, paid.granted);
    paid.used = 0;
    paid.state = 'forgiven';
    for (const lot of [...this.open.values()].flat()) if (lot.key === key) lot.isForgiven = true;
  }

  restore(key: string): void {
    const paid = this.of(key);
    if (paid.taken <= 0) return;
    const units = paid.taken;
    const isGone = paid.expiresAt <= this.now;
    // What expired repays only what its revocation made.
    const repaid = this.repay(isGone ? Math.min(units, Math.max(0, paid.owedByRevocation)) : units);
    paid.taken = 0;
    paid.owed = 0;
    paid.owedByRevocation = 0;
    paid.used += repaid;
    paid.state = 'living';
    this.putBack(paid, units - repaid, isGone);
  }

  moveExpiry(key: string, expiresAt: number): void {
    this.of(key).expiresAt = expiresAt;
  }

  /** What was taken back is not ended: it may be restored. */
  endAllBut(keys: string[]): void {
    for (const [key, paid] of this.paid)
      if (!keys.includes(key) && paid.state === 'living') paid.expiresAt = Math.min(paid.expiresAt, this.now);
    this.turnTo(this.now);
  }

  turnTo(now: number): void {
    this.now = now;
    for (const paid of this.paid.values()) {
      if (paid.expiresAt > now) continue;
      paid.lost += paid.left;
      paid.left = 0;
    }
  }

  private take(paid: Paid, units: number): void {
    const taken = Math.min(paid.left, Math.max(0, units - paid.taken));
    paid.left -= taken;
    paid.taken += taken;
  }

  private repay(units: number): number {
    const repaid = Math.min(units, this.debt);
    this.debt -= repaid;
    return repaid;
  }

  private putBack(paid: Paid, units: number, isGone: boolean): void {
    if (isGone) paid.lost += units;
    else paid.left += units;
  }

  private close(imageId: string): OpenLot[] {
    const lots = this.open.get(imageId) ?? [];
    this.open.delete(imageId);
    for (const { units } of lots) this.reserved -= units;
    return lots;
  }
}
