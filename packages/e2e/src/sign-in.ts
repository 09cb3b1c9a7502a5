import type { Locale, OAuthProvider } from '@app/contracts';
import type { Page } from 'playwright-core';
import { inLocale, text } from './texts.js';

const PROVIDER_NAMES: Record<OAuthProvider, string> = { google: 'Google', github: 'GitHub' };

const CHOOSER: Record<Locale, { another: string; name: string; email: string; login: string; continue: string }> = {
  en: { another: 'Use another account', name: 'Name', email: 'Email', login: 'Username', continue: 'Continue' },
  zh: { another: '使用其他账号', name: '姓名', email: '邮箱', login: '用户名', continue: '继续' },
};

export interface Newcomer {
  name: string;
  /** Local part of the address, and the login at GitHub. */
  handle: string;
}

/** From the login page to the provider's, which asks for an account. */
export async function goToProvider(page: Page, locale: Locale, provider: OAuthProvider): Promise<void> {
  const label = text(locale, 'session:login.with', { provider: PROVIDER_NAMES[provider] });
  await page.getByRole('button', { name: label }).click();
  await page.waitForURL((url) => url.pathname.includes(`/${provider}/`));
}

/** On the provider's page: "Use another account", as somebody whom nobody knows yet. */
export async function chooseNewAccount(
  page: Page,
  locale: Locale,
  provider: OAuthProvider,
  who: Newcomer,
): Promise<void> {
  const chooser = CHOOSER[locale];
  await page.getByText(chooser.another).click();
  const form = page.locator('details form');
  await form.getByLabel(chooser.name, { exact: true }).fill(who.name);
  await form.getByLabel(chooser.email, { exact: true }).fill(`${who.handle}@example.com`);
  if (provider === 'github') await form.getByLabel(chooser.login, { exact: true }).fill(who.handle);
  await form.getByRole('button', { name: chooser.continue }).click();
}

/** Signs a newcomer in, beginning at a page that needs it, and waits until they are back there. */
export async function signIn(page: Page, locale: Locale, provider: OAuthProvider, who: Newcomer, path = '/generate') {
  const wanted = inLocale(locale, path);
  await page.goto(wanted);
  await page.waitForURL((url) => url.pathname === inLocale(locale, '/login'));
  await goToProvider(page, locale, provider);
  await chooseNewAccount(page, locale, provider, who);
  await page.waitForURL((url) => url.pathname === wanted);
}
