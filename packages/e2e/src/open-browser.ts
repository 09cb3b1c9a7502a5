import type { Locale } from '@app/contracts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { newProfile, type TestUser } from './users/test-user.js';

export interface OpenedBrowser {
  page: Page;
  context: BrowserContext;
}

// The browser reports every status above 399 as an error; tests check those answers themselves.
const EXPECTED = /Failed to load resource/;

/** Collects thrown errors, blocked content and failed hydration. */
export function collectErrors(page: Page, errors: string[] = []): string[] {
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) errors.push(`console: ${message.text()}`);
  });
  return errors;
}

/**
 * A prerendered page shows its buttons before they work: a test goes on once React has taken the page over, unless it
 * says itself what it waits for.
 */
function waitForReact(page: Page): void {
  const isTakenOver = (): boolean => document.querySelector('#root[data-path]') === null;
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil === undefined) await page.waitForFunction(isTakenOver);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil === undefined) await page.waitForFunction(isTakenOver);
    return answer;
  };
}

export class BrowserOpener {
  readonly errors: string[] = [];
  private readonly contexts: BrowserContext[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly baseURL: string,
  ) {}

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
    context.on('page', (page) => {
      collectErrors(page, this.errors);
      if (options.javaScriptEnabled !== false) waitForReact(page);
    });
    return { page: await context.newPage(), context };
  }
}
