import type { User } from '@app/contracts';
import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import type { Visitors } from '../../../src/browser-visitors.js';
import type { Product } from '../../../src/product.js';
import { equip, query } from '../../../src/sign-in-credits.js';
import { newPerson, type Person } from '../../../src/sign-in-person.js';
import { text } from '../../../src/texts.js';

export const t = (key: string, values?: Record<string, string | number>): string => text('en', key, values);
export const PROMPT = 'A lighthouse in a storm';
const FREE_CREDITS = 5;

export const prompt = (page: Page): Locator => page.getByLabel(t('generate:prompt.label'));
export const button = (page: Page): Locator => page.locator('button[type="submit"]');
/** What the page says against the request. */
export const trouble = (page: Page): Locator => page.locator('form [role="alert"]').filter({ visible: true });
export const tray = (page: Page): Locator => page.getByRole('region', { name: t('generate:result.label') });
export const balance = (page: Page, credits: number): Locator =>
  page.getByRole('region', { name: t('credits:title') }).getByText(String(credits), { exact: true });
export const picture = (page: Page): Locator => tray(page).getByRole('img', { name: PROMPT });

interface Maker {
  page: Page;
  context: BrowserContext;
  person: Person;
  /** Every request that asks for a picture. */
  submissions: Request[];
}

/** People on the generate page, and what becomes of what they ask for. */
export function useMakers(product: Product, visitors: Visitors) {
  let people = 0;

  /** A newcomer with `credits` beyond the free ones; `search` is the address's. */
  async function atGenerate({ credits = 0, search = '' } = {}): Promise<Maker> {
    people += 1;
    const person = await newPerson(product.running.url, { name: 'Maker', handle: `maker-${people}` });
    if (credits > 0) await equip(product.running.databaseUrl, person, { plan: 'free', credits });
    const { page, context } = await visitors.as(person);
    const submissions: Request[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/images/generate')) submissions.push(request);
    });
    await page.goto(`/generate${search}`);
    await balance(page, FREE_CREDITS + credits).waitFor();
    return { page, context, person, submissions };
  }

  async function generationsOf(person: Person): Promise<{ id: string; status: string }[]> {
    const { id } = await person.call<User>('GET', '/auth/me');
    return query(product.running.databaseUrl, `select id, status from generations where user_id = $1`, [id]);
  }

  async function ended(person: Person, status: string): Promise<void> {
    for (;;) {
      const [generation] = await generationsOf(person);
      if (generation?.status === status) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** While the worker is down, what was asked for waits. */
  async function withoutWorker(run: () => Promise<void>): Promise<void> {
    await product.running.stopPart('worker');
    try {
      await run();
    } finally {
      await product.running.start('worker');
    }
  }

  /** The promised time of everything that waits is over now instead of in minutes. */
  const runOutOfTime = () =>
    query(product.running.databaseUrl, `update generations set deadline = now() where finished_at is null`);

  return { atGenerate, generationsOf, ended, withoutWorker, runOutOfTime };
}
