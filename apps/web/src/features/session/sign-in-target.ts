import type { Locale } from '@app/contracts';
import { address } from '../../config/paths';
import { safeRedirect } from '../../config/safe-redirect';
import { readTab, writeTab } from '../../shared/storage/tab-storage';
import { loginAddress } from './guard';

const KEY = 'sign_in_target';

/** Where a person wants to go, while a provider has the tab: an answer without a sign-in does not tell it. */
export const rememberTarget = (target: string): void => writeTab(KEY, target);

export const forgetTarget = (): void => writeTab(KEY, null);

/** The login page, which leads on to where the person wanted to go before. */
export function loginAgainAddress(locale: Locale): string {
  const stored = readTab(KEY);
  const target = typeof stored === 'string' ? safeRedirect(stored, '') : '';
  return target === '' ? address('login', locale) : loginAddress(locale, target);
}
