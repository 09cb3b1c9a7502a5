import { CURRENCY, PLANS, PLAN_TERMS, type Locale } from '@app/contracts';
import { LANGUAGES } from '../config/languages';
import { address } from '../config/paths';
import { webSettings } from '../config/web-env';
import { i18nFor } from '../shared/i18n/i18n';
import { pageMeta, type ShownPage } from './page-meta';

type JsonLd = Record<string, unknown>;

const SCHEMA = 'https://schema.org';

/** JSON inside HTML has its own way of escaping a name. */
const productName = (): string => webSettings.productName.replace('%PRODUCT_NAME%', '%PRODUCT_NAME_JSON%');
const withName = (text: string): string => text.replaceAll('%PRODUCT_NAME%', '%PRODUCT_NAME_JSON%');

function offers(locale: Locale): JsonLd[] {
  const { t } = i18nFor(locale);
  return PLANS.map((plan) => ({
    '@type': 'Offer',
    name: t(`plans.${plan}`),
    price: (PLAN_TERMS[plan].monthlyPriceCents / 100).toFixed(2),
    priceCurrency: CURRENCY,
    url: webSettings.siteUrl + address('pricing', locale),
  }));
}

/** What search engines read about a page besides its text. */
export function structuredData(page: ShownPage, locale: Locale): JsonLd[] {
  const { description } = pageMeta(page, locale);
  const app = {
    '@context': SCHEMA,
    '@type': 'WebApplication',
    name: productName(),
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Web',
    url: webSettings.siteUrl + address('home', locale),
    inLanguage: LANGUAGES[locale].tag,
    description: withName(description),
  };
  if (page === 'home') {
    return [app, { '@context': SCHEMA, '@type': 'WebSite', name: productName(), url: webSettings.siteUrl }];
  }
  return page === 'pricing' ? [{ ...app, offers: offers(locale) }] : [];
}
