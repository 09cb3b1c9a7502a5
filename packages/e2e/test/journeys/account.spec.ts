import { LOCALES, STORAGE_KEYS, type Answer, type Locale } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../src/axe.js';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { newPerson } from '../../src/sign-in-person.js';
import { inLocale, text } from '../../src/texts.js';

const ZIP = 'PK';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

const who = (locale: Locale) => ({ name: 'Leaver', handle: `leaver-${locale}` });
const email = (locale: Locale): string => `${who(locale).handle}@example.com`;
const button = (page: Page, locale: Locale, key: string) => page.getByRole('button', { name: text(locale, key) });

describe.each(LOCALES)('in %s', (locale) => {
  test('an account is deleted after both lists were read and its address was typed; coming back earns nothing', async () => {
    const person = await newPerson(product.running.url, who(locale), locale);
    await person.call('POST', '/users/me/login');
    const { page } = await visitors.as(person, locale);
    await page.goto(inLocale(locale, '/profile?tab=settings'));
    await button(page, locale, 'profile:deletion.start').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(text(locale, 'profile:deletion.stays.ledger')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await button(page, locale, 'profile:deletion.next').click();
    const confirm = button(page, locale, 'profile:deletion.confirm');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(email(locale));
    expect(await accessibilityFaults(page)).toEqual([]);
    await confirm.click();
    await page.getByText(text(locale, 'profile:deletion.goodbye')).waitFor();
    await page.waitForURL((url) => url.pathname === inLocale(locale, '/'));
    const tokens = await page.evaluate(
      (keys) => keys.map((key) => localStorage.getItem(key)),
      [STORAGE_KEYS.accessToken, STORAGE_KEYS.refreshToken],
    );
    expect(tokens).toEqual([null, null]);
    await expect(person.call('GET', '/auth/me')).rejects.toThrow('401');

    const again = await newPerson(product.running.url, who(locale), locale);
    expect((await again.call<Answer<'quota.show'>>('GET', '/quota')).remainingCredits).toBe(0);
    const returned = await visitors.as(again, locale);
    await returned.page.goto(inLocale(locale, '/generate'));
    const box = returned.page.getByRole('region', { name: text(locale, 'credits:bonus.title') });
    await box.waitFor();
    expect(await box.getByRole('button').count()).toBe(0);
  });

  test('everything one owns is saved as an archive', async () => {
    const person = await newPerson(product.running.url, { name: 'Keeper', handle: `keeper-${locale}` }, locale);
    const { page } = await visitors.as(person, locale);
    await page.goto(inLocale(locale, '/profile?tab=settings'));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, locale, 'profile:export.formats.zip').click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe(ZIP);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
