import type { Locale } from '@app/contracts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { PATHS } from '../config/paths';
import { analytics } from '../shared/analytics/analytics';
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

/** Screen readers and keyboards continue at the new page's heading. */
function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** What every page does when it is shown: language, title and meta data, page view, focus. */
export function usePageEffects(locale: Locale): void {
  const page = useShownPage();
  const { pathname } = useLocation();
  const shown = `${locale}:${page}`;
  const previous = useRef<string | null>(null);
  const viewed = useRef<string | null>(null);

  useLayoutEffect(() => {
    setActiveLocale(locale);
    // The providers' return address has no language of its own.
    if (page !== 'authCallback') rememberLocale(locale);
    applyPageMeta(pageMeta(page, locale));
  }, [locale, page]);

  useEffect(() => {
    if (previous.current !== null && previous.current !== shown) focusHeading();
    previous.current = shown;
  }, [shown]);

  useEffect(() => {
    const place = `${locale}:${pathname}`;
    if (viewed.current === place) return;
    viewed.current = place;
    const path = page === 'notFound' ? '/404' : PATHS[page];
    analytics.pageView({ path, title: pageMeta(page, locale).title, language: LANGUAGES[locale].tag });
  }, [pathname, page, locale]);
}
