import { DEFAULT_MODEL, priceUnits, toCredits, type Locale } from '@app/contracts';
import { expect, test } from '../../src/fixtures.js';
import { inLocale } from '../../src/texts.js';
import { generatePage, IMAGE_TIMEOUT, PROMPT, withoutWorker } from '../support/generate-page.js';

const FREE = 5;
const credits = toCredits(priceUnits(DEFAULT_MODEL));
const locale: Locale = 'zh';

test('a waiting generation is cancelled by keyboard and costs nothing', async ({ open, newUser, product }) => {
  const { page } = await open.asUser(await newUser(), locale);
  const { prompt, balance, button, t } = generatePage(page, locale);
  await withoutWorker(product, async () => {
    await page.goto(inLocale(locale, '/generate'));
    await balance(FREE).waitFor();
    await prompt.fill(PROMPT[locale]);
    await prompt.press('Control+Enter');
    await balance(FREE - credits).waitFor();
    await page.getByText(t('generate:cancel.before', { credits })).waitFor();

    await button('generate:cancel.action').press('Enter');
    await page.getByText(t('work:failures.CANCELLED'), { exact: true }).waitFor();
    await page.getByText(t('generate:cancel.back', { credits }), { exact: true }).waitFor();
    await balance(FREE).waitFor();
    await expect(page.getByRole('group', { name: PROMPT[locale] })).toBeFocused();
  });

  await page.getByRole('button', { name: t('generate:cancel.again') }).click();
  await prompt.press('Control+Enter');
  await page.getByRole('img', { name: PROMPT[locale] }).first().waitFor(IMAGE_TIMEOUT);
  await balance(FREE - credits).waitFor();
  await page.goto(inLocale(locale, '/gallery'));
  await page.getByText(t('gallery:cancelledBadge'), { exact: true }).waitFor();
  await expect(page.getByText(t('gallery:failedBadge'), { exact: true })).toHaveCount(0);
});
