import { useEffect, useState } from 'react';
import { retryLoad } from '../loading/retry-load';
import { i18nFor, loadNamespaces, type Namespace } from './i18n';
import { useLocale } from './locale-context';

/** Brings further texts of the page's language; false until they are there. */
export function useNamespace(...namespaces: Namespace[]): boolean {
  const locale = useLocale();
  const [loaded, setLoaded] = useState<string | null>(null);
  const isReady =
    loaded === locale || namespaces.every((namespace) => i18nFor(locale).hasResourceBundle(locale, namespace));
  const names = namespaces.join();
  useEffect(() => {
    if (isReady) return;
    void retryLoad(() => loadNamespaces(locale, names.split(',') as Namespace[])).then(() => setLoaded(locale));
  }, [isReady, locale, names]);
  return isReady;
}
