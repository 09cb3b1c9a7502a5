import { until } from '@app/api/test-support/until';
import { priceUnits, toCredits, type Answer, type Locale } from '@app/contracts';
import type { TestUser } from '../../src/users/test-user.js';
import { CREDITS, expect, test } from '../support/engine-fixtures.js';
import { IMAGE_TIMEOUT as RETRIED, PROMPT } from '../support/generate-page.js';

const PRICE = toCredits(priceUnits('sd3.5-flash'));

async function isOffered(user: TestUser, model: string): Promise<boolean> {
  const offers = await user.call<Answer<'images.models'>>('GET', '/images/models');
  return offers.find(({ id }) => id === model)?.status === 'available';
}

test('an image arrives, and the page shows its engine and its adapted settings', async ({ openAsCustomer }) => {
  const locale: Locale = 'en';
  const { page, t, result, balance, generate, statement } = await openAsCustomer(locale);
  await page.getByText(t('generate:engine.by.stability')).waitFor();
  await page.getByText(t('generate:negative.ignored', { model: t('options:models.sd3.5-flash') })).waitFor();
  await page.getByLabel(t('generate:negative.label')).fill('clouds');
  await page.getByRole('radio', { name: 'WebP' }).click();
  await generate(PROMPT[locale]);
  await result.getByRole('img', { name: PROMPT[locale] }).waitFor(RETRIED);
  await balance(CREDITS - PRICE).waitFor();
  await page
    .locator('dd')
    .filter({ hasText: t('generate:engine.name.stability') })
    .waitFor();
  // An ignored negative prompt is not displayed as applied.
  expect(await page.getByText(t('generate:details.negative'), { exact: true }).count()).toBe(0);
  expect(await page.getByLabel(t('generate:negative.label')).inputValue()).toBe('clouds');
  expect(await statement()).toEqual({ hold: ['−2.5'], charge: ['0'], return: [] });
});

test('when one of four images fails, its credits return and one click retries it', async ({
  openAsCustomer,
  services,
}) => {
  const locale: Locale = 'zh';
  const { page, t, result, balance, generate, statement } = await openAsCustomer(locale);
  await services.failNext('garbage');
  await generate(PROMPT[locale], 4);
  await page.getByText(t('generate:result.partial', { delivered: 3, count: 4 })).waitFor(RETRIED);
  await page.getByText(t('work:failures.IMAGE_INVALID')).first().waitFor();
  await page
    .getByRole('link', { name: t('work:creditsBack_other', { formatted: PRICE }) })
    .first()
    .waitFor();
  await balance(CREDITS - 3 * PRICE).waitFor();

  await page.getByRole('button', { name: t('generate:result.missingAgain') }).click();
  await result.getByRole('img', { name: PROMPT[locale] }).waitFor(RETRIED);
  await balance(CREDITS - 4 * PRICE).waitFor();
  expect(await page.getByText(t('generate:result.partial', { delivered: 3, count: 4 })).count()).toBe(0);
  const lines = await statement();
  expect([lines.hold.length, lines.charge.length, lines.return]).toEqual([5, 4, ['+2.5']]);
});

for (const cue of ['moderated', 'blurred'])
  test(`a rejected prompt (${cue}) costs nothing and can be changed`, async ({ openAsCustomer }) => {
    const locale: Locale = 'en';
    const { page, t, result, balance, generate, statement } = await openAsCustomer(locale);
    await generate(`${PROMPT[locale]} #${cue}`);
    await result.getByText(t('work:failures.CONTENT_REJECTED')).waitFor(RETRIED);
    await result.getByText(t('work:next.CONTENT_REJECTED')).waitFor();
    await balance(CREDITS).waitFor();
    await page.getByRole('button', { name: t('generate:result.reword') }).click();
    const prompt = page.getByLabel(t('generate:prompt.label'));
    expect(await prompt.evaluate((field) => field.matches(':focus'))).toBe(true);
    expect(await statement()).toEqual({ hold: ['−2.5'], charge: [], return: ['+2.5'] });
  });

test('a busy engine delays the image, charged once', async ({ openAsCustomer }) => {
  const locale: Locale = 'zh';
  const { result, balance, generate, statement } = await openAsCustomer(locale);
  await generate(`${PROMPT[locale]} #busy*1`);
  await result.getByRole('img', { name: PROMPT[locale] }).waitFor(RETRIED);
  await balance(CREDITS - PRICE).waitFor();
  expect(await statement()).toEqual({ hold: ['−2.5'], charge: ['0'], return: [] });
});

test('an engine with an empty account returns the credits and becomes unavailable', async ({ openAsCustomer }) => {
  const locale: Locale = 'en';
  const { page, t, result, balance, generate, model, statement } = await openAsCustomer(locale);
  await generate(`${PROMPT[locale]} #unpaid`);
  await result.getByText(t('work:failures.ENGINE_UNAVAILABLE')).waitFor(RETRIED);
  await balance(CREDITS).waitFor();
  // The page refreshes the model status by itself.
  await model('sd3.5-flash').getByText(t('generate:engine.tile')).waitFor();
  const again = page.getByRole('group', { name: PROMPT[locale] });
  await again.getByRole('button', { name: t('generate:result.retry') }).click();
  await again.getByRole('alert').getByText(t('generate:refused.nothingSpent')).waitFor();
  await balance(CREDITS).waitFor();
  expect(await statement()).toEqual({ hold: ['−2.5'], charge: [], return: ['+2.5'] });
});

test('an engine outage is shown before the click, and generations continue after it', async ({
  openAsCustomer,
  services,
}) => {
  const locale: Locale = 'zh';
  const { page, user, t, result, submit, balance, generate, model, statement } = await openAsCustomer(locale);
  await services.setMode('down');
  await generate(PROMPT[locale], 4);
  await balance(CREDITS - 4 * PRICE).waitFor();
  await until(async () => !(await isOffered(user, 'sd3.5-flash')), 60_000);

  // This page is not updated yet, so the server refuses before it holds credits.
  await submit.click();
  const box = page.locator('form [role="alert"]').filter({ hasText: t('generate:refused.nothingSpent') });
  await box.waitFor();
  await balance(CREDITS - 4 * PRICE).waitFor();
  await model('sd3.5-flash').getByText(t('generate:engine.tile')).waitFor();

  await page.reload();
  const name = t('options:models.sd3.5-flash');
  await page.getByText(t('generate:engine.modelDown', { model: name })).waitFor();
  expect(await page.getByLabel(t('generate:prompt.label')).inputValue()).toBe(PROMPT[locale]);
  expect(await submit.isEnabled()).toBe(true);

  await services.setMode('normal');
  await page.getByText(t('generate:engine.back', { model: name })).waitFor();
  // Generations accepted during the outage are completed before their deadline.
  await result.getByRole('img', { name: PROMPT[locale] }).waitFor(RETRIED);
  await balance(CREDITS - 4 * PRICE).waitFor();
  await generate(PROMPT[locale]);
  await balance(CREDITS - 5 * PRICE).waitFor();
  await result.getByRole('img', { name: PROMPT[locale] }).waitFor(RETRIED);
  const lines = await statement();
  expect([lines.hold.length, lines.charge.length, lines.return]).toEqual([5, 5, []]);
});
