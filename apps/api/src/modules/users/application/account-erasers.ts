import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What an account has beside its person, in the order in which it ends: `credits` locks the account row, always the first lock. */
const ACCOUNT_PARTS = ['credits', 'subscription', 'batches', 'images', 'keys', 'sessions', 'webhooks'] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];
/** Erasing it waits for services outside. */
const SLOW_PART: AccountPart = 'subscription';

/** Each method may be called any number of times, in any process. */
export interface AccountEraser {
  readonly part: AccountPart;
  /** In the transaction that removes the account, so nothing slow and nothing outside of the database. */
  endInTransaction(tx: EntityManager, userId: string): Promise<void>;
  /** After that transaction. True when nothing personal is left; false when `signal` stopped it between two steps. */
  eraseAfterCommit(userId: string, signal: AbortSignal): Promise<boolean>;
}

/** Modules register here, because this one knows none of them. */
@Injectable()
export class AccountErasers implements OnApplicationBootstrap {
  private readonly byPart = new Map<AccountPart, AccountEraser>();

  register(eraser: AccountEraser): void {
    if (this.byPart.has(eraser.part)) throw new Error(`Two erasers for ${eraser.part}`);
    this.byPart.set(eraser.part, eraser);
  }

  /** A process that would forget a part must not start. */
  onApplicationBootstrap(): void {
    this.inOrder();
  }

  inOrder(): AccountEraser[] {
    return ACCOUNT_PARTS.map((part) => {
      const eraser = this.byPart.get(part);
      if (!eraser) throw new Error(`Nobody erases the ${part} of an account`);
      return eraser;
    });
  }

  /** What depends on nobody else first, while there is time. */
  inOrderOfErasing(): AccountEraser[] {
    const all = this.inOrder();
    return [...all.filter(({ part }) => part !== SLOW_PART), ...all.filter(({ part }) => part === SLOW_PART)];
  }
}
