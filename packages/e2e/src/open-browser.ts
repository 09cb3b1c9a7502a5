import type { Locale } from '@app/contracts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { newProfile, type TestUser } from './users/test-user.js';

/** A browser profile of its own with one page. */
export interface OpenedBrowser {
  page: Page;
  context: BrowserContext;
}

// The browser reports every answer above 399 as an error; tests that expect one check the answer itself.
const EXPECTED = /Failed to load resource/;

/** Collects errors of a page that its user does not see: thrown errors, refused contents, failed hydration. */
export function collectErrors(page: Page, errors: string[] = []): string[] {
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) errors.push(`console: ${message.text()}`);
  });
  return errors;
}

/** Opens browser profiles on the product, and collects the errors of their pages. */
export class BrowserOpener {
  readonly errors: string[] = [];
  private readonly contexts: BrowserContext[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly baseURL: string,
  ) {}

  /** Somebody who comes for the first time, with a browser in this language. */
  asVisitor(locale: Locale = 'en', options: BrowserContextOptions = {}): Promise<OpenedBrowser> {
    return this.open({ ...newProfile(locale), ...options });
  }

  asUser(user: TestUser, locale: Locale = 'en', options: BrowserContextOptions = {}): Promise<OpenedBrowser> {
    return this.open({ ...user.profile(locale), ...options });
  }

  async close(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
  }

  private async open(options: BrowserContextOptions): Promise<OpenedBrowser> {
    const context = await this.browser.newContext({ baseURL: this.baseURL, acceptDownloads: true, ...options });
    this.contexts.push(context);
    context.on('page', (page) => collectErrors(page, this.errors));
    return { page: await context.newPage(), context };
  }
}
