import { DEFAULT_MODEL, priceUnits, toUnits, DAILY_BONUS_CREDITS, type SelectableModel } from '@app/contracts';

/** Units of each picture that is painted here. */
export const PRICE = priceUnits(DEFAULT_MODEL);

export interface Request {
  key: string;
  userId: string;
  model: SelectableModel;
  count: number;
  /** `unknown` until an answer was heard; then a generation or nothing. */
  outcome: 'unknown' | 'refused' | 'accepted';
  id: string | null;
  imageIds: string[];
  isTakenBack: boolean;
}

/** A picture whose owner deleted it or put it back; `unknown` as long as no answer was heard. */
export type Wish = 'hidden' | 'shown' | 'unknown';

interface Account {
  granted: number;
  hasAsked: boolean;
  hasBonus: boolean;
}

/**
 * What must be there, counted by the answers that people got and nothing else. It knows neither the product's code nor its
 * tables, and does one thing at a time.
 */
export class Model {
  readonly requests: Request[] = [];
  readonly wishes = new Map<string, { userId: string; wish: Wish; wanted: 'hidden' | 'shown' }>();
  private readonly accounts = new Map<string, Account>();

  open(userId: string, units: number): void {
    this.accounts.set(userId, { granted: units, hasAsked: false, hasBonus: false });
  }

  get people(): string[] {
    return [...this.accounts.keys()];
  }

  account(userId: string): Account {
    const account = this.accounts.get(userId);
    if (!account) throw new Error(`nobody is called ${userId}`);
    return account;
  }

  ask(request: Pick<Request, 'key' | 'userId' | 'model' | 'count'>): Request {
    const asked: Request = { ...request, outcome: 'unknown', id: null, imageIds: [], isTakenBack: false };
    this.requests.push(asked);
    return asked;
  }

  accept(request: Request, id: string, imageIds: string[]): void {
    // A key means one generation for ever.
    if (request.id !== null && request.id !== id) throw new Error(`${request.key} was ${request.id}, now ${id}`);
    Object.assign(request, { outcome: 'accepted', id, imageIds });
    this.account(request.userId).hasAsked = true;
  }

  refuse(request: Request): void {
    if (request.outcome === 'accepted') throw new Error(`${request.key} was accepted and is refused now`);
    request.outcome = 'refused';
    this.account(request.userId).hasAsked = true;
  }

  /** Units that a person must have, when so many pictures were delivered and nothing is open. */
  available(userId: string, delivered: number, freeMonthUnits: number): number {
    const { granted, hasAsked, hasBonus } = this.account(userId);
    const bonusUnits = hasBonus ? toUnits(DAILY_BONUS_CREDITS) : 0;
    return granted + (hasAsked ? freeMonthUnits : 0) + bonusUnits - delivered * PRICE;
  }
}
