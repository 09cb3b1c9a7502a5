import { DEFAULT_LOCALE, type Locale } from '@app/contracts';
import { LANGUAGES } from '../config/languages';
import { address } from '../config/paths';
import { i18nFor } from '../shared/i18n/i18n';

/** Filled in by the web server; see `config/page-variables.ts`. */
const PRODUCT_NAME = '%PRODUCT_NAME_JSON%';
/** `--bg` of the dark theme: a manifest knows one colour. */
const BACKGROUND = '#120d0a';

export const manifestFile = (locale: Locale): string =>
  locale === DEFAULT_LOCALE ? 'app.webmanifest' : `${locale}/app.webmanifest`;

/** What makes the web app installable, in a language. */
export function webManifest(locale: Locale): string {
  const { t } = i18nFor(locale);
  const shortcuts = (['generate', 'gallery', 'favorites'] as const).map((page) => ({
    name: t(`${page}.title`, { ns: 'meta' }),
    url: address(page, locale),
  }));
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${file}.png`,
    type: 'image/png',
    sizes: `${size}x${size}`,
    purpose,
  });
  const manifest = {
    // The same app in every language.
    id: '/',
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: t('generate.description', { ns: 'meta' }),
    lang: LANGUAGES[locale].tag,
    start_url: address('generate', locale),
    scope: '/',
    display: 'standalone',
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    categories: ['graphics', 'photo'],
    icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
    shortcuts,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
