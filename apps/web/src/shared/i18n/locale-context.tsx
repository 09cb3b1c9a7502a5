import { DEFAULT_LOCALE, type Locale } from '@app/contracts';
import { createContext, useCallback, useContext, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { address, type PageName } from '../../config/paths';
import { i18nFor } from './i18n';

const LocaleContext = createContext<Locale>(DEFAULT_LOCALE);

export function LocaleProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    <LocaleContext value={locale}>
      <I18nextProvider i18n={i18nFor(locale)}>{children}</I18nextProvider>
    </LocaleContext>
  );
}

export const useLocale = (): Locale => useContext(LocaleContext);

/** `to('gallery', { query: { page: '2' } })`: a page's address in the language of the page. */
export function useAddress(): (page: PageName, parts?: Parameters<typeof address>[2]) => string {
  const locale = useLocale();
  return useCallback((page, parts) => address(page, locale, parts), [locale]);
}
