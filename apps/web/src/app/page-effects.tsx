import type { Locale } from '@app/contracts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { PATHS } from '../config/paths';
import { analytics } from '../shared/analytics/analytics';
import { focusHeading } from '../shared/interaction/focus-heading';
import { LANGUAGES } from '../config/languages';
import { setActiveLocale } from '../shared/i18n/i18n';
import { rememberLocale } from './locale';
import { applyPageMeta, pageMeta, type ShownPage } from './page-meta';

const isHandle = (handle: unknown): handle is { page: ShownPage } =>
  typeof handle === 'object' && handle !== null && 'page' in handle;

export function useShownPage(): ShownPage {
  const handle = useMatches().findLast((match) => isHandle(match.handle))?.handle;
  return isHandle(handle) ? handle.page : 'notFound';
}

/** What every page does when it is shown: language, title and meta data, page view, focus. */
export function usePageEffects(locale: Locale): void {
  const page = useShownPage();
  const { pathname } = useLocation();
  const shown = useRef<string | null>(null);

  useLayoutEffect(() => {
    setActiveLocale(locale);
    // The providers' return address has no language of its own.
    if (page !== 'authCallback') rememberLocale(locale);
    applyPageMeta(pageMeta(page, locale));
  }, [locale, page]);

  useEffect(() => {
    const place = `${locale}:${pathname}`;
    if (shown.current === place) return;
    if (shown.current !== null) focusHeading();
    shown.current = place;
    const path = page === 'notFound' ? '/404' : PATHS[page];
    analytics.pageView({ path, title: pageMeta(page, locale).title, language: LANGUAGES[locale].tag });
  }, [pathname, page, locale]);
}
