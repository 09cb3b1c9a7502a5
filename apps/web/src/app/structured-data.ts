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

const QUESTION = /<details[^>]*><summary[^>]*>(.*?)<\/summary>(.*?)<\/details>/gs;
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<\/(p|li)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();

/** The questions that a page shows, with their answers. */
const questions = (body: string): JsonLd[] =>
  [...body.matchAll(QUESTION)].map(([, question = '', answer = '']) => ({
    '@type': 'Question',
    name: withName(textOf(question)),
    acceptedAnswer: { '@type': 'Answer', text: withName(textOf(answer)) },
  }));

const organization = (): JsonLd => ({
  '@context': SCHEMA,
  '@type': 'Organization',
  name: productName(),
  url: webSettings.siteUrl,
  logo: `${webSettings.siteUrl}/icons/icon-512.png`,
});

/**
 * What search engines read about a page besides its text.
 * @param body the page's markup
 */
export function structuredData(page: ShownPage, locale: Locale, body: string): JsonLd[] {
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
    const site = { '@context': SCHEMA, '@type': 'WebSite', name: productName(), url: webSettings.siteUrl };
    return [app, site, organization()];
  }
  if (page === 'faq') {
    const language = LANGUAGES[locale].tag;
    return [{ '@context': SCHEMA, '@type': 'FAQPage', inLanguage: language, mainEntity: questions(body) }];
  }
  return page === 'pricing' ? [{ ...app, offers: offers(locale) }] : [];
}
