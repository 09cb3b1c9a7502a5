import { DEFAULT_LOCALE, LOCALES, SUPPORT_REPLY_HOURS, type Locale } from '@app/contracts';
import { createInstance, type CustomTypeOptions, type i18n } from 'i18next';
import { LANGUAGES } from '../../config/languages';
import { webSettings } from '../../config/web-env';
import { BASE_NAMESPACES, FRAME_NAMESPACES } from './namespaces';
import { loadTextFile } from './text-files';

export type Namespace = keyof CustomTypeOptions['resources'];

function create(locale: Locale): i18n {
  const instance = createInstance();
  void instance.init({
    lng: locale,
    fallbackLng: false,
    defaultNS: 'common',
    ns: [],
    resources: {},
    initAsync: false,
    returnNull: false,
    interpolation: {
      escapeValue: false,
      defaultVariables: { product: webSettings.productName, hours: SUPPORT_REPLY_HOURS },
    },
  });
  return instance;
}

// One instance a language: the language of a page follows from its route alone, whatever navigation was interrupted.
const instances = Object.fromEntries(LOCALES.map((locale) => [locale, create(locale)])) as Record<Locale, i18n>;

export const i18nFor = (locale: Locale): i18n => instances[locale];

type FrameNamespace = (typeof FRAME_NAMESPACES)[number];

const isFrameNamespace = (namespace: Namespace): namespace is FrameNamespace =>
  FRAME_NAMESPACES.some((known) => known === namespace);

async function fetchTexts(locale: Locale, namespace: Namespace): Promise<object> {
  if (isFrameNamespace(namespace)) {
    const { texts } = (await import(`./frame-texts/${locale}.ts`)) as { texts: Record<FrameNamespace, object> };
    return texts[namespace];
  }
  return loadTextFile(locale, namespace);
}

/** Brings texts of a language into memory; those that are there cost nothing. Rejects when a file cannot be loaded. */
export async function loadNamespaces(locale: Locale, namespaces: readonly Namespace[]): Promise<void> {
  const instance = i18nFor(locale);
  const missing = namespaces.filter((namespace) => !instance.hasResourceBundle(locale, namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      instance.addResourceBundle(locale, namespace, await fetchTexts(locale, namespace));
    }),
  );
}

export const loadBaseNamespaces = (locale: Locale): Promise<void> => loadNamespaces(locale, BASE_NAMESPACES);

let active: Locale = DEFAULT_LOCALE;

/** The language of the page that is shown: for texts made outside of components and for Accept-Language. */
export const activeLocale = (): Locale => active;

/** Called by the locale guard alone. */
export function setActiveLocale(locale: Locale): void {
  active = locale;
  document.documentElement.lang = LANGUAGES[locale].tag;
}

/** The interface language that suits a list of browser languages, whatever their regions. */
export function matchLocale(languages: readonly string[]): Locale | null {
  for (const language of languages) {
    const base = language.toLowerCase().split('-')[0];
    const found = LOCALES.find((locale) => locale === base);
    if (found) return found;
  }
  return null;
}
