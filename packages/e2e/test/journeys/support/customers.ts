import { DEFAULT_FREE_MONTHLY_CREDITS, type Answer, type Locale } from '@app/contracts';
import type { Locator, Page } from 'playwright-core';
import type { Visitors } from '../../../src/browser-visitors.js';
import type { Product } from '../../../src/product.js';
import { equip } from '../../../src/sign-in-credits.js';
import { newPerson, type Person } from '../../../src/sign-in-person.js';
import { inLocale, text } from '../../../src/texts.js';

/** Somebody on the generate page who has paid, and what they see and do. */
export interface Customer {
  page: Page;
  person: Person;
  t: (key: string, values?: Record<string, string | number>) => string;
  tray: Locator;
  /** The form's button. */
  submit: Locator;
  balance: (credits: number) => Locator;
  /** Fills the description in and asks for so many pictures. */
  ask: (prompt: string, count?: 1 | 4) => Promise<void>;
  model: (id: string) => Locator;
  /** Lines of the statement by kind, as the profile shows them: how many there are, and what they moved together. */
  statement: () => Promise<Record<'hold' | 'charge' | 'return', string[]>>;
}

const BOUGHT = 35;
export const CREDITS = DEFAULT_FREE_MONTHLY_CREDITS + BOUGHT;

/** People on the pro plan, who may ask for four pictures at a time; they have `CREDITS`. */
export function useCustomers(product: Product, visitors: Visitors): (locale: Locale) => Promise<Customer> {
  let people = 0;
  return async (locale) => {
    people += 1;
    const t: Customer['t'] = (key, values) => text(locale, key, values);
    const person = await newPerson(product.running.url, { name: 'Customer', handle: `customer-${people}` });
    await equip(product.running.databaseUrl, person, { plan: 'pro', credits: BOUGHT });
    const { page } = await visitors.as(person, locale);
    const balance = (credits: number) =>
      page.getByRole('region', { name: t('credits:title') }).getByText(String(credits), { exact: true });
    const submit = page
      .getByRole('button', { name: t('generate:submit.action'), exact: false })
      .and(page.locator('[type="submit"]'));
    const ask: Customer['ask'] = async (prompt, count = 1) => {
      await page.getByLabel(t('generate:prompt.label')).fill(prompt);
      await page
        .getByRole('radiogroup', { name: t('generate:count.label') })
        .getByRole('radio', { name: String(count), exact: true })
        .click();
      await submit.click();
    };
    await page.goto(inLocale(locale, '/generate?model=sd3.5-flash'));
    await balance(CREDITS).waitFor();
    return {
      page,
      person,
      t,
      tray: page.getByRole('region', { name: t('generate:result.label') }),
      submit,
      balance,
      ask,
      model: (id) => page.getByRole('radio', { name: new RegExp(`^${t(`options:models.${id}`)}[,，]`) }),
      statement: () => statementOf(page, locale),
    };
  };
}

async function statementOf(page: Page, locale: Locale): Promise<Record<'hold' | 'charge' | 'return', string[]>> {
  await page.goto(inLocale(locale, '/profile?tab=statement'));
  const table = page.getByRole('table', { name: text(locale, 'statement:title') });
  await table.waitFor();
  const changes = async (kind: string): Promise<string[]> => {
    const rows = table
      .getByRole('row')
      .filter({ has: page.getByText(text(locale, `statement:kinds.${kind}`), { exact: true }) });
    return (await rows.locator('td:nth-of-type(2)').allTextContents()).map((change) => change.trim());
  };
  return { hold: await changes('hold'), charge: await changes('charge'), return: await changes('return') };
}

/** Whether the installation says that it can paint with this model now. */
export async function isOffered(person: Person, model: string): Promise<boolean> {
  const offers = await person.call<Answer<'images.models'>>('GET', '/images/models');
  return offers.find(({ id }) => id === model)?.status === 'available';
}
