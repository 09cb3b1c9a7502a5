import { beforeAll, describe, expect, it } from '@jest/globals';
import { LOCALES } from '@app/contracts';
import { PATHS, PRIVATE_PAGES, type PageName } from '../config/paths';
import { loadBaseNamespaces } from '../shared/i18n/i18n';
import { applyPageMeta, pageMeta } from './page-meta';

const PAGES = [...(Object.keys(PATHS) as PageName[]), 'notFound'] as const;

beforeAll(async () => {
  await Promise.all(LOCALES.map(loadBaseNamespaces));
});

describe.each(LOCALES)('titles in %s', (locale) => {
  it.each(PAGES)('%s: page title and product name, home the other way round', (page) => {
    const { title, description } = pageMeta(page, locale);
    expect(title).toMatch(page === 'home' ? /^Lumina - \S/ : /^\S.* - Lumina$/);
    expect(title).not.toContain('.title');
    expect(description).not.toMatch(/\.description|\{\{/);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  it('are all different', () => {
    expect(new Set(PAGES.map((page) => pageMeta(page, locale).title)).size).toBe(PAGES.length);
  });
});

describe('search engines', () => {
  it('find public pages alone', () => {
    const listed = PAGES.filter((page) => pageMeta(page, 'en').indexable);
    expect(listed).toEqual([
      'home',
      'pricing',
      'explore',
      'guide',
      'faq',
      'contact',
      'api',
      'terms',
      'privacy',
      'cookies',
    ]);
    expect(listed.filter((page) => PRIVATE_PAGES.has(page as PageName))).toEqual([]);
  });

  it('are told about each page once, also after several changes of page', () => {
    for (const page of ['login', 'pricing', 'login'] as const) applyPageMeta(pageMeta(page, 'en'));
    expect([...document.querySelectorAll('meta[name="robots"]')].map((meta) => meta.getAttribute('content'))).toEqual([
      'noindex',
    ]);
    applyPageMeta(pageMeta('pricing', 'en'));
    expect(document.querySelector('meta[name="robots"]')).toBeNull();
    expect(document.querySelectorAll('meta[name="description"]')).toHaveLength(1);
  });
});
