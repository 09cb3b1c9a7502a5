import { afterEach, expect, it } from '@jest/globals';
import { activeLocale, i18nFor, loadNamespaces, matchLocale, setActiveLocale } from './i18n';

afterEach(() => setActiveLocale('en'));

it.each([
  [['zh-TW', 'en'], 'zh'],
  [['fr-FR', 'EN-gb', 'zh'], 'en'],
  [['ZH'], 'zh'],
  [['fr', 'de'], null],
  [[], null],
])('of the languages %j of a browser %s suits', (languages, expected) => {
  expect(matchLocale(languages)).toBe(expected);
});

it('the language that is shown stands in the document', () => {
  setActiveLocale('zh');
  expect([activeLocale(), document.documentElement.lang]).toEqual(['zh', 'zh-Hans']);
});

it('texts are loaded for each language by itself', async () => {
  expect(i18nFor('en').hasResourceBundle('en', 'palette')).toBe(false);
  await loadNamespaces('en', ['palette', 'common']);
  const { t } = i18nFor('en');
  expect(t('palette:commands.guide')).toBe('Guide');
  expect(i18nFor('zh').hasResourceBundle('zh', 'palette')).toBe(false);
  expect(i18nFor('en').hasResourceBundle('en', 'common')).toBe(true);
  await loadNamespaces('en', ['palette']);
  expect(t('palette:commands.guide')).toBe('Guide');
});
