import { DEFAULT_MODEL, priceUnits, toCredits, type Locale } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { newPerson } from '../../src/sign-in-person.js';
import { inLocale, text } from '../../src/texts.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

const PROMPT: Record<Locale, string> = { en: 'A lighthouse in a storm', zh: '暴风雨中的灯塔' };
const FREE = 5;
const credits = toCredits(priceUnits(DEFAULT_MODEL));

test.each<Locale>(['en', 'zh'])('what waits is taken back by keyboard, and costs nothing (%s)', async (locale) => {
  const t = (key: string, values?: Record<string, string | number>): string => text(locale, key, values);
  const person = await newPerson(product.running.url, { name: 'Undecided', handle: `undecided-${locale}` });
  const { page } = await visitors.as(person, locale);
  const balance = (left: number) =>
    page.getByRole('region', { name: t('credits:title') }).getByText(String(left), { exact: true });

  // While the worker is down, what was asked for waits.
  await product.running.stopPart('worker');
  try {
    await page.goto(inLocale(locale, '/generate'));
    await balance(FREE).waitFor();
    await page.getByLabel(t('generate:prompt.label')).fill(PROMPT[locale]);
    await page.getByLabel(t('generate:prompt.label')).press('Control+Enter');
    await balance(FREE - credits).waitFor();
    await page.getByText(t('generate:takeBack.before', { credits })).waitFor();

    await page.getByRole('button', { name: t('generate:takeBack.action'), exact: true }).press('Enter');
    await page.getByText(t('work:failures.CANCELLED'), { exact: true }).waitFor();
    await page.getByText(t('generate:takeBack.back', { credits }), { exact: true }).waitFor();
    await balance(FREE).waitFor();
    expect(await page.getByRole('group', { name: PROMPT[locale] }).evaluate((group) => group.matches(':focus'))).toBe(
      true,
    );
  } finally {
    await product.running.start('worker');
  }

  // The worker finds nothing to do, and the next picture is made as ever.
  await page.getByRole('button', { name: t('generate:takeBack.again') }).click();
  await page.getByLabel(t('generate:prompt.label')).press('Control+Enter');
  await page.getByRole('img', { name: PROMPT[locale] }).first().waitFor({ timeout: 60_000 });
  await balance(FREE - credits).waitFor();
  await page.goto(inLocale(locale, '/gallery'));
  await page.getByText(t('gallery:takenBackBadge'), { exact: true }).waitFor();
  expect(await page.getByText(t('gallery:failedBadge'), { exact: true }).count()).toBe(0);
});
