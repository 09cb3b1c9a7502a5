import { DAILY_BONUS_CREDITS, DEFAULT_FREE_MONTHLY_CREDITS, type Locale } from '@app/contracts';
import { expect, test } from '../../src/fixtures.js';
import { inLocale, text } from '../../src/texts.js';
import { generatePage } from '../support/generate-page.js';

const locale: Locale = 'en';
const WITH_BONUS = DEFAULT_FREE_MONTHLY_CREDITS + DAILY_BONUS_CREDITS;

test('a hundred clicks claim the daily bonus once, and a reload shows it', async ({ open, newUser }) => {
  const { page } = await open.asUser(await newUser({ locale }), locale);
  const box = page.getByRole('region', { name: text(locale, 'credits:bonus.title') });
  const { balance } = generatePage(page, locale);
  let claims = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/me/login')) claims += 1;
  });
  await page.goto(inLocale(locale, '/generate'));
  await balance(DEFAULT_FREE_MONTHLY_CREDITS).waitFor();
  const button = box.getByRole('button');
  await button.waitFor();
  await button.evaluate((element) => {
    for (let press = 0; press < 100; press += 1) (element as HTMLElement).click();
  });
  await balance(WITH_BONUS).waitFor();
  await button.waitFor({ state: 'detached' });
  expect(claims).toBe(1);
  await box.getByRole('img', { name: text(locale, 'credits:bonus.count', { used: 1, limit: 5 }) }).waitFor();

  await page.goto(inLocale(locale, '/profile'));
  await box.waitFor();
  await expect(box.getByRole('button')).toHaveCount(0);
  await page.getByText(String(WITH_BONUS), { exact: true }).first().waitFor();
});
