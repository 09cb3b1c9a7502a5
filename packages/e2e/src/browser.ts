import { afterAll, beforeAll } from '@jest/globals';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { chromiumPath } from './config.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What went wrong in the page without the person seeing it: thrown errors, refused contents, failed hydration. */
  troubles: string[];
  close(): Promise<void>;
}

export interface TestBrowser {
  /** A person with a browser profile of their own. */
  visit(options?: BrowserContextOptions): Promise<Visitor>;
}

// The browser reports every answer above 399 as an error; tests that expect one look at the answer itself.
const EXPECTED = /Failed to load resource/;

/** What goes wrong in this page from now on without the person seeing it. */
export function listen(page: Page, troubles: string[] = []): string[] {
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) troubles.push(`console: ${message.text()}`);
  });
  return troubles;
}

/** One Chromium for a test file. */
export function useBrowser(): TestBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
  });
  return {
    async visit(options = {}) {
      if (!browser) throw new Error('The browser does not run: use it inside tests only');
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      context.setDefaultTimeout(30_000);
      const troubles: string[] = [];
      context.on('page', (page) => listen(page, troubles));
      const page = await context.newPage();
      return { page, context, troubles, close: () => context.close() };
    },
  };
}
