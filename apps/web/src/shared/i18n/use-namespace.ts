import { useEffect, useState } from 'react';
import { i18nFor, loadNamespaces, type Namespace } from './i18n';
import { useLocale } from './locale-context';

/** Brings further texts of the page's language; false until they are there. */
export function useNamespace(namespace: Namespace): boolean {
  const locale = useLocale();
  const [loaded, setLoaded] = useState<string | null>(null);
  const isReady = loaded === locale || i18nFor(locale).hasResourceBundle(locale, namespace);
  useEffect(() => {
    if (isReady) return;
    loadNamespaces(locale, [namespace]).then(
      () => setLoaded(locale),
      () => undefined,
    );
  }, [isReady, locale, namespace]);
  return isReady;
}
