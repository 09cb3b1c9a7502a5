import { DEFAULT_MODEL, priceUnits, toUnits, DAILY_BONUS_CREDITS, type SelectableModel } from '@app/contracts';

export const PRICE = priceUnits(DEFAULT_MODEL);

export interface Request {
  key: string;
  userId: string;
  model: SelectableModel;
  count: number;
  outcome: 'unknown' | 'refused' | 'accepted';
  id: string | null;
  imageIds: string[];
  isCancelled: boolean;
}

/** `unknown` until the request is answered. */
export interface Visibility {
  userId: string;
  state: 'hidden' | 'shown' | 'unknown';
  wanted: 'hidden' | 'shown';
}

interface Account {
  granted: number;
  hasAsked: boolean;
  hasBonus: boolean;
}

/** What must be stored, derived only from the answers that clients received, never from the product's code or tables. */
export class ExpectedState {
  readonly requests: Request[] = [];
  readonly visibility = new Map<string, Visibility>();
  private readonly accounts = new Map<string, Account>();

  open(userId: string, units: number): void {
    this.accounts.set(userId, { granted: units, hasAsked: false, hasBonus: false });
  }

  get users(): string[] {
    return [...this.accounts.keys()];
  }

  account(userId: string): Account {
    const account = this.accounts.get(userId);
    if (!account) throw new Error(`there is no user ${userId}`);
    return account;
  }

  recordRequest(request: Pick<Request, 'key' | 'userId' | 'model' | 'count'>): Request {
    const asked: Request = { ...request, outcome: 'unknown', id: null, imageIds: [], isCancelled: false };
    this.requests.push(asked);
    return asked;
  }

  recordAcceptance(request: Request, id: string, imageIds: string[]): void {
    if (request.id !== null && request.id !== id) throw new Error(`${request.key} was ${request.id}, now ${id}`);
    Object.assign(request, { outcome: 'accepted', id, imageIds });
    this.account(request.userId).hasAsked = true;
  }

  recordRefusal(request: Request): void {
    if (request.outcome === 'accepted') throw new Error(`${request.key} was accepted and is refused now`);
    request.outcome = 'refused';
    this.account(request.userId).hasAsked = true;
  }

  /** Units that a user must have once `delivered` images are paid and nothing is open. */
  available(userId: string, delivered: number, freeMonthUnits: number): number {
    const { granted, hasAsked, hasBonus } = this.account(userId);
    const bonusUnits = hasBonus ? toUnits(DAILY_BONUS_CREDITS) : 0;
    return granted + (hasAsked ? freeMonthUnits : 0) + bonusUnits - delivered * PRICE;
  }
}
