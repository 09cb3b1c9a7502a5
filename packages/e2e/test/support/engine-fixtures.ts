import { DEFAULT_FREE_MONTHLY_CREDITS, type Locale } from '@app/contracts';
import type { Locator, Page } from '@playwright/test';
import { BASE_ENV, test as base } from '../../src/fixtures.js';
import type { TestUser } from '../../src/users/test-user.js';
import { inLocale, text } from '../../src/texts.js';
import { generatePage } from './generate-page.js';

export { expect } from '@playwright/test';

const PURCHASED_CREDITS = 35;
export const CREDITS = DEFAULT_FREE_MONTHLY_CREDITS + PURCHASED_CREDITS;

type Statement = Record<'hold' | 'charge' | 'return', string[]>;

interface Customer extends ReturnType<typeof generatePage> {
  page: Page;
  user: TestUser;
  generate: (prompt: string, count?: 1 | 4) => Promise<void>;
  model: (id: string) => Locator;
  /** Sums of the statement entries by kind. */
  statement: () => Promise<Statement>;
}

export const test = base.extend<{ openAsCustomer: (locale: Locale) => Promise<Customer> }>({
  productOptions: [
    ({ services }, use) => use({ env: { ...BASE_ENV, ...services.environment('stability', 's3') } }),
    { scope: 'worker' },
  ],
  openAsCustomer: async ({ open, newUser, services, database }, use) => {
    await use(async (locale) => {
      const user = await newUser({ plan: 'pro', credits: PURCHASED_CREDITS });
      const { page } = await open.asUser(user, locale);
      const form = generatePage(page, locale);
      const { t, prompt, submit } = form;
      await page.goto(inLocale(locale, '/generate?model=sd3.5-flash'));
      await form.balance(CREDITS).waitFor();
      return {
        ...form,
        page,
        user,
        generate: async (words, count = 1) => {
          await prompt.fill(words);
          await page.getByRole('button', { name: new RegExp(`^${t('generate:count.label')}[:：]`) }).click();
          await page
            .getByRole('radiogroup', { name: t('generate:count.label') })
            .getByRole('radio', { name: String(count), exact: true })
            .click();
          await submit.click();
        },
        model: (id) => page.getByRole('radio', { name: new RegExp(`^${t(`options:models.${id}`)}[,，]`) }),
        statement: () => readStatement(page, locale),
      };
    });
    await services.setMode('normal');
    // Failures of one test must not affect the engine in the next.
    await database.query('delete from engine_health');
  },
});

async function readStatement(page: Page, locale: Locale): Promise<Statement> {
  await page.goto(inLocale(locale, '/profile?tab=statement'));
  const table = page.getByRole('table', { name: text(locale, 'statement:title') });
  await table.waitFor();
  // The ledger's lines of an image are shown on demand.
  const closed = table.locator('button[aria-expanded="false"]');
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
  const changes = async (kind: string): Promise<string[]> => {
    const rows = table
      .getByRole('row')
      .filter({ has: page.getByText(text(locale, `statement:kinds.${kind}`), { exact: true }) });
    return (await rows.locator('td:nth-of-type(2)').allTextContents()).map((change) => change.trim());
  };
  return { hold: await changes('hold'), charge: await changes('charge'), return: await changes('return') };
}
