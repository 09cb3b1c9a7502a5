import { DEFAULT_LOCALE, LOCALES, type Locale } from '@app/contracts';
import { PRIVATE_PAGES, address, type PageName } from '../config/paths';
import { webSettings } from '../config/web-env';
import { LANGUAGES } from '../config/languages';
import { i18nFor } from '../shared/i18n/i18n';

/** A page of the table, or none of them. */
export type ShownPage = PageName | 'notFound';

/** Public pages that search engines have nothing to find on. */
export const UNLISTED: ReadonlySet<ShownPage> = new Set([
  'login',
  'authCallback',
  'verifyEmail',
  'unsubscribe',
  'shared',
  'paymentFailed',
  'notFound',
]);

export interface PageMeta {
  title: string;
  description: string;
  indexable: boolean;
  /** Absolute where the site's address is known. */
  canonical: string | null;
  alternates: { hreflang: string; href: string }[];
}

const isListed = (page: ShownPage): page is PageName =>
  page !== 'notFound' && !UNLISTED.has(page) && !PRIVATE_PAGES.has(page);

/** Title, description and links of a page in a language: the one table that client and prerendering read. */
export function pageMeta(page: ShownPage, locale: Locale): PageMeta {
  const { t } = i18nFor(locale);
  const name = t(`${page}.title`, { ns: 'meta' });
  const { productName, siteUrl } = webSettings;
  const listed = isListed(page) && siteUrl !== null;
  const absolute = (language: Locale) => (listed ? siteUrl + address(page, language) : '');
  return {
    title: page === 'home' ? `${productName} - ${name}` : `${name} - ${productName}`,
    description: t(`${page}.description`, { ns: 'meta' }),
    indexable: isListed(page),
    canonical: listed ? absolute(locale) : null,
    alternates: listed
      ? [
          ...LOCALES.map((language) => ({ hreflang: LANGUAGES[language].tag, href: absolute(language) })),
          { hreflang: 'x-default', href: absolute(DEFAULT_LOCALE) },
        ]
      : [],
  };
}

function setLink(rel: string, href: string, hreflang?: string): void {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  if (hreflang) link.hreflang = hreflang;
  link.dataset.page = '';
  document.head.append(link);
}

function setNamedMeta(name: string, content: string | null): void {
  const existing = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === null) {
    existing?.remove();
    return;
  }
  const meta = existing ?? document.createElement('meta');
  meta.name = name;
  meta.content = content;
  if (!existing) document.head.append(meta);
}

export function applyPageMeta({ title, description, indexable, canonical, alternates }: PageMeta): void {
  document.title = title;
  setNamedMeta('description', description);
  setNamedMeta('robots', indexable ? null : 'noindex');
  document.head.querySelectorAll('link[data-page]').forEach((link) => link.remove());
  if (canonical !== null) setLink('canonical', canonical);
  alternates.forEach(({ hreflang, href }) => setLink('alternate', href, hreflang));
}
