import type { Locale, OAuthProvider } from '@app/contracts';
import type { Page } from '@playwright/test';
import type { Account } from './test-user.js';
import { inLocale, text } from '../texts.js';

const PROVIDER_NAMES: Record<OAuthProvider, string> = { google: 'Google', github: 'GitHub' };

interface ChooserTexts {
  another: string;
  name: string;
  email: string;
  login: string;
  verified: string;
  continue: string;
  cancel: string;
}

const CHOOSER: Record<Locale, ChooserTexts> = {
  en: {
    another: 'Use another account',
    name: 'Name',
    email: 'Email',
    login: 'Username',
    verified: 'This email is verified',
    continue: 'Continue',
    cancel: 'Cancel',
  },
  zh: {
    another: '使用其他账号',
    name: '姓名',
    email: '邮箱',
    login: '用户名',
    verified: '邮箱已验证',
    continue: '继续',
    cancel: '取消',
  },
};

export async function goToProvider(page: Page, locale: Locale, provider: OAuthProvider): Promise<void> {
  const label = text(locale, 'session:login.with', { provider: PROVIDER_NAMES[provider] });
  await page.getByRole('button', { name: label }).click();
  await page.waitForURL((url) => url.pathname.includes(`/${provider}/`));
}

export async function chooseNewAccount(
  page: Page,
  locale: Locale,
  provider: OAuthProvider,
  { name, handle, verified = true }: Account,
): Promise<void> {
  const chooser = CHOOSER[locale];
  await page.getByText(chooser.another).click();
  const form = page.locator('details form');
  await form.getByLabel(chooser.name, { exact: true }).fill(name);
  await form.getByLabel(chooser.email, { exact: true }).fill(`${handle}@example.com`);
  if (provider === 'github') await form.getByLabel(chooser.login, { exact: true }).fill(handle);
  await form.getByLabel(chooser.verified).setChecked(verified);
  await form.getByRole('button', { name: chooser.continue }).click();
}

export const chooseAccount = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();

export const cancelAtProvider = (page: Page, locale: Locale): Promise<void> =>
  page.getByRole('button', { name: CHOOSER[locale].cancel }).click();

/** Signs up in the browser, beginning at a page that requires it. */
export async function signIn(
  page: Page,
  locale: Locale,
  provider: OAuthProvider,
  account: Account,
  path = '/generate',
) {
  const wanted = inLocale(locale, path);
  await page.goto(wanted);
  await page.waitForURL((url) => url.pathname === inLocale(locale, '/login'));
  await goToProvider(page, locale, provider);
  await chooseNewAccount(page, locale, provider, account);
  await page.waitForURL((url) => url.pathname === wanted);
}
