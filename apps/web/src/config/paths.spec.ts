import { describe, expect, it } from '@jest/globals';
import { address, hasForeignLocalePrefix, inLocale, localeOfPath, pageOfPath } from './paths';
import { safeRedirect } from './safe-redirect';
import { readWebSettings } from './settings';

describe('address', () => {
  it('has no prefix in English and /zh in Chinese', () => {
    expect(address('home', 'en')).toBe('/');
    expect(address('home', 'zh')).toBe('/zh');
    expect(address('paymentSuccess', 'zh')).toBe('/zh/payment/success');
  });

  it('fills in and encodes parameters, query and hash', () => {
    expect(address('shared', 'en', { params: { token: 'a/b' } })).toBe('/shared/a%2Fb');
    expect([address('batch', 'en'), address('batch', 'zh', { params: { id: 'b' } })]).toEqual([
      '/batch',
      '/zh/batch/b',
    ]);
    expect(address('login', 'zh', { query: { redirect: '/zh/gallery?page=2' }, hash: 'x' })).toBe(
      '/zh/login?redirect=%2Fzh%2Fgallery%3Fpage%3D2#x',
    );
  });
});

describe('the language of a path', () => {
  it.each([
    ['/', 'en'],
    ['/zh', 'zh'],
    ['/zh/gallery', 'zh'],
    ['/zhuang', 'en'],
    ['/gallery/zh', 'en'],
  ])('%s is %s', (path, locale) => {
    expect(localeOfPath(path)).toBe(locale);
  });

  it('changes without losing page, query and hash', () => {
    const place = { pathname: '/gallery', search: '?page=2', hash: '#x' };
    expect(inLocale(place, 'zh')).toBe('/zh/gallery?page=2#x');
    expect(inLocale({ ...place, pathname: '/zh/gallery' }, 'en')).toBe('/gallery?page=2#x');
    expect(inLocale({ ...place, pathname: '/zh' }, 'en')).toBe('/?page=2#x');
    expect(inLocale({ ...place, pathname: '/' }, 'zh')).toBe('/zh?page=2#x');
  });

  it.each([
    ['/en', true],
    ['/fr/pricing', true],
    ['/zh-CN/gallery', true],
    ['/zh-Hans-CN/gallery', true],
    ['/zh/nothing', false],
    ['/api', false],
    ['/nothing', false],
    ['/english', false],
  ])('%s under a foreign prefix: %s', (path, foreign) => {
    expect(hasForeignLocalePrefix(path)).toBe(foreign);
  });
});

describe('pageOfPath', () => {
  it.each([
    ['/', 'home'],
    ['/zh', 'home'],
    ['/zh/', 'home'],
    ['/shared/abc', 'shared'],
    ['/shared', null],
    ['/zh/payment/failed', 'paymentFailed'],
    ['/batch', 'batch'],
    ['/zh/batch/b', 'batch'],
    ['/batch/b/c', null],
    ['/gallery/1', null],
  ])('%s is %s', (path, page) => {
    expect(pageOfPath(path)).toBe(page);
  });
});

describe('safeRedirect', () => {
  it.each([
    ['/gallery?page=2#x', '/gallery?page=2#x'],
    ['/zh/profile?tab=settings', '/zh/profile?tab=settings'],
    ['https://evil.example/gallery', '/zh'],
    ['//evil.example/gallery', '/zh'],
    ['/\\evil.example/gallery', '/zh'],
    ['/\t/evil.example', '/zh'],
    ['javascript:alert(1)', '/zh'],
    ['/nothing', '/zh'],
    ['/login?redirect=/gallery', '/zh'],
    ['/auth/callback', '/zh'],
    [null, '/zh'],
    ['', '/zh'],
  ])('%s leads to %s', (wanted, target) => {
    expect(safeRedirect(wanted, '/zh')).toBe(target);
  });
});

describe('readWebSettings', () => {
  it('has defaults for everything', () => {
    expect(readWebSettings({})).toMatchObject({
      apiBase: '/api',
      productName: 'Lumina',
      analyticsId: null,
      siteUrl: null,
    });
  });

  it('names all faults at once', () => {
    expect(() => readWebSettings({ VITE_API_BASE: 'api', VITE_GA_ID: 'UA-1', VITE_SITE_URL: 'example.com' })).toThrow(
      /VITE_API_BASE.*VITE_SITE_URL.*VITE_GA_ID/,
    );
  });
});
