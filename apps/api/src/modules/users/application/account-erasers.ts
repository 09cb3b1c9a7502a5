import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What an account has beside its person, in the order in which it ends: `credits` locks the account row, always the first lock. */
const ACCOUNT_PARTS = ['credits', 'subscription', 'pictures', 'sessions'] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

/** What a module does when an account is removed. Each method may be called any number of times, in any process. */
export interface AccountEraser {
  readonly part: AccountPart;
  /** In the transaction that removes the account: what must have ended with its commit. Nothing slow, nothing outside. */
  end(tx: EntityManager, userId: string): Promise<void>;
  /**
   * After it, in transactions of its own: everything personal that is left. Answers whether nothing is; when `signal` is
   * aborted it stops between two steps and answers false.
   */
  erase(userId: string, signal: AbortSignal): Promise<boolean>;
}

/** Modules tell here what to do of theirs when an account is removed, since this one knows none of them. */
@Injectable()
export class AccountErasers implements OnApplicationBootstrap {
  private readonly byPart = new Map<AccountPart, AccountEraser>();

  /** Call it while the module initializes. */
  register(eraser: AccountEraser): void {
    if (this.byPart.has(eraser.part)) throw new Error(`Two erasers for ${eraser.part}`);
    this.byPart.set(eraser.part, eraser);
  }

  /** A process in which a part would be forgotten must not start. */
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
}
