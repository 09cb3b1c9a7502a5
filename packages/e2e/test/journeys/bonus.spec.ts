import { DAILY_BONUS_CREDITS, DEFAULT_FREE_MONTHLY_CREDITS, LOCALES, type Locale } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../src/axe.js';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { equip } from '../../src/sign-in-credits.js';
import { newPerson } from '../../src/sign-in-person.js';
import { inLocale, text } from '../../src/texts.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

const box = (page: Page, locale: Locale) => page.getByRole('region', { name: text(locale, 'credits:bonus.title') });
const balance = (page: Page, locale: Locale, credits: number) =>
  page
    .getByRole('region', { name: text(locale, 'credits:title'), exact: true })
    .getByText(String(credits), { exact: true });

describe.each(LOCALES)('in %s', (locale) => {
  test('the bonus of the day is claimed once, and the credit is there', async () => {
    const person = await newPerson(product.running.url, { name: 'Claimer', handle: `claimer-${locale}` }, locale);
    const { page } = await visitors.as(person, locale);
    let claims = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/users/me/login')) claims += 1;
    });
    await page.goto(inLocale(locale, '/generate'));
    await balance(page, locale, DEFAULT_FREE_MONTHLY_CREDITS).waitFor();
    const button = box(page, locale).getByRole('button');
    await button.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await button.evaluate((element) => {
      for (let press = 0; press < 100; press += 1) (element as HTMLElement).click();
    });
    await balance(page, locale, DEFAULT_FREE_MONTHLY_CREDITS + DAILY_BONUS_CREDITS).waitFor();
    await button.waitFor({ state: 'detached' });
    expect(claims).toBe(1);
    await box(page, locale)
      .getByRole('img', { name: text(locale, 'credits:bonus.count', { used: 1, limit: 5 }) })
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    // The same in the profile, and for the next visit.
    await page.goto(inLocale(locale, '/profile'));
    await box(page, locale).waitFor();
    expect(await box(page, locale).getByRole('button').count()).toBe(0);
    await page
      .getByText(String(DEFAULT_FREE_MONTHLY_CREDITS + DAILY_BONUS_CREDITS), { exact: true })
      .first()
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

test('subscribers are offered none', async () => {
  const person = await newPerson(product.running.url, { name: 'Subscriber', handle: 'bonus-subscriber' });
  await equip(product.running.databaseUrl, person, { plan: 'pro', credits: 10 });
  const { page } = await visitors.as(person);
  await page.goto('/generate');
  await page.getByRole('region', { name: text('en', 'credits:title'), exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await box(page, 'en').count()).toBe(0);
});
