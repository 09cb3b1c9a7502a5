import { useEffect } from 'react';
import { useLocale } from '../i18n/locale-context';

/** Says in the tab what goes on, for people who look elsewhere meanwhile; gives the title back afterwards. */
export function useTabTitle(text: string | null): void {
  const locale = useLocale();
  useEffect(() => {
    if (text === null) return undefined;
    const before = document.title;
    const shown = `${text} - ${before}`;
    document.title = shown;
    return () => {
      // Another page has a title of its own by now.
      if (document.title === shown) document.title = before;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- in another language the page has another title
  }, [text, locale]);
}
