import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** What an account has beside its profile, images and credit statement, in the order of `account.json`. */
export const ACCOUNT_SECTIONS = [
  'sign_ins',
  'subscriptions',
  'payments',
  'invoices',
  'subscription_events',
  'billing_details',
  'shares',
  'batches',
  'api_keys',
  'webhook_endpoints',
] as const;
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];

/** In pages, so that a long history is never in memory at once. Holds no secret and no hash of one. */
export type ExportSection = (userId: string) => AsyncIterable<object[]>;

/** Modules register here, because this one knows none of them. */
@Injectable()
export class AccountExporters implements OnApplicationBootstrap {
  private readonly bySection = new Map<AccountSection, ExportSection>();

  register(section: AccountSection, read: ExportSection): void {
    if (this.bySection.has(section)) throw new Error(`Two exporters for ${section}`);
    this.bySection.set(section, read);
  }

  /** A process that would leave out a section must not start. */
  onApplicationBootstrap(): void {
    this.inOrder();
  }

  inOrder(): [AccountSection, ExportSection][] {
    return ACCOUNT_SECTIONS.map((section) => {
      const read = this.bySection.get(section);
      if (!read) throw new Error(`Nobody exports the ${section} of an account`);
      return [section, read];
    });
  }
}
