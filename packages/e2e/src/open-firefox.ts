import type { Locale } from '@app/contracts';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { text } from './texts.js';

const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en-US, en', zh: 'zh-CN, zh' };

/**
 * A page in a browser profile of its own, by WebDriver BiDi. Puppeteer's locators and `waitForFunction` compile code
 * within the page, which the Content-Security-Policy refuses, so elements are found by the protocol's own search.
 */
export class FirefoxPage {
  constructor(
    readonly page: Page,
    readonly locale: Locale,
  ) {}

  async element(selector: string): Promise<ElementHandle> {
    const found = await this.page.waitForSelector(selector, { visible: true });
    if (!found) throw new Error(`Nothing matches ${selector}`);
    return found;
  }

  /** By role and displayed text. */
  find(role: string, key: string, values?: Record<string, string | number>): Promise<ElementHandle> {
    return this.element(`::-p-aria([name="${text(this.locale, key, values)}"][role="${role}"])`);
  }

  async click(role: string, key: string, values?: Record<string, string | number>): Promise<void> {
    await (await this.find(role, key, values)).click();
  }

  async fill(selector: string, value: string): Promise<void> {
    await (await this.element(selector)).type(value);
  }

  /** Asks the page: the protocol does not tell when a script replaced the address. */
  path(): Promise<string> {
    return this.page.evaluate(() => location.pathname);
  }
}

export class Firefox {
  /** Thrown errors, blocked content and whatever else the pages complain about. */
  readonly errors: string[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly locale: Locale,
    private readonly timeoutMs: number,
  ) {}

  static async launch(executablePath: string, locale: Locale, timeoutMs: number): Promise<Firefox> {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      args: ['--width=1280', '--height=900'],
      // The extended-support release lacks a command that setting a viewport needs.
      defaultViewport: null,
      extraPrefsFirefox: { 'intl.accept_languages': LANGUAGE_TAGS[locale] },
    });
    return new Firefox(browser, locale, timeoutMs);
  }

  async open(url: string): Promise<FirefoxPage> {
    const context = await this.browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(this.timeoutMs);
    page.on('pageerror', (error) => this.errors.push(`error: ${String(error)}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(`console: ${message.text()}`);
    });
    await page.goto(url);
    return new FirefoxPage(page, this.locale);
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
