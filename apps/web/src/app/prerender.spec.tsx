import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FREE_ALLOWANCES, PLANS } from '@app/contracts';
import { setImmediate } from 'node:timers';
import { webSettings } from '../config/web-env';
import { manifests, renderPages, robots, sitemap, VARIANTS, type PrerenderedPage } from './prerender';

const SITE = 'https://site.example';
let pages: PrerenderedPage[];

const page = (file: string): PrerenderedPage => {
  const found = pages.find((each) => each.file === file);
  if (!found) throw new Error(`There is no ${file}`);
  return found;
};
const head = (file: string) => new DOMParser().parseFromString(`<head>${page(file).head}</head>`, 'text/html').head;
const content = (file: string, name: string) =>
  head(file).querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? null;
const links = (file: string, rel: string) =>
  [...head(file).querySelectorAll(`link[rel="${rel}"]`)].map((link) => link.getAttribute('href'));
const data = (file: string) =>
  [...head(file).querySelectorAll('script')].map((script) => JSON.parse(script.textContent ?? '') as object);

beforeAll(async () => {
  // The renderer of a build is that of Node.
  Object.assign(globalThis, { setImmediate });
  webSettings.siteUrl = SITE;
  pages = await renderPages('daily');
});
afterAll(() => {
  webSettings.siteUrl = null;
});

describe('pages that are made in advance', () => {
  it('are there for each address in each language, and for what an installation may lack', () => {
    const files = pages.map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
    const wanted = ['index', 'zh', 'pricing', 'zh/pricing', '404', 'zh/404', 'shared', 'api-announced'];
    expect(files).toEqual(expect.arrayContaining(wanted.map((name) => `${name}.html`)));
    expect(files).toContain('zh/pricing-without-batches.html');
    expect(files.filter((file) => file.startsWith('zh'))).toHaveLength(files.length / 2);
    expect([webSettings.publicApi, webSettings.batch, webSettings.freeAllowance]).toEqual([true, true, 'daily']);
    expect(VARIANTS).toEqual(FREE_ALLOWANCES);
  });

  it('hold their text, but for those that depend on the person or on the address', () => {
    expect(page('zh/pricing.html').body).toContain('<h1');
    expect(page('404.html').body).toContain('<h1');
    expect(page('api.html').body).not.toBe(page('api-announced.html').body);
    const shells = [
      'payment/success.html',
      'auth/callback.html',
      'unsubscribe.html',
      'shared.html',
      'payment/failed.html',
    ];
    expect(shells.map((file) => page(file).body)).toEqual(shells.map(() => null));
  });

  it('hold what is the same for everybody where the rest needs a session, belong nowhere, and name the way in', () => {
    const frames = ['generate', 'gallery', 'favorites', 'profile', 'batch', 'batch/run'].map((name) =>
      page(`zh/${name}.html`),
    );
    frames.forEach(({ body }) => expect(body).toContain('<main'));
    expect(page('generate.html').body).toContain('<textarea');
    expect(page('zh/gallery.html').body).toContain('图库</h1>');
    expect(page('zh/batch.html').body).toContain('成批出图</h1>');
    expect(page('zh/batch/run.html').body).not.toContain('<h1');
    expect(page('profile.html').body).toContain('data-person="portrait"');
    expect(frames.map(({ path }) => path)).toEqual(frames.map(() => null));
    const ways = ['zh/gallery.html', 'batch.html', 'payment/success.html', 'pricing.html', '404.html', 'login.html'];
    expect(ways.map((file) => page(file).session?.login ?? null)).toEqual([
      '/zh/login',
      '/login',
      '/login',
      null,
      null,
      null,
    ]);
    expect(['gallery', 'zh/favorites', 'generate'].map((name) => page(`${name}.html`).session?.list)).toEqual([
      'http://localhost/api/images?page=1&limit=12',
      'http://localhost/api/images/favorites?page=1&limit=12',
      null,
    ]);
    expect(page('generate.html').session?.profile).toBe('http://localhost/api/auth/me');
    expect(page('zh/gallery.html').sources).toContain('src/locales/zh/errors.json');
    expect(page('zh/pricing.html').sources).not.toContain('src/locales/zh/errors.json');
  });

  it('leave the number of free credits to the server', () => {
    const texts = pages.map(({ head: tags, body }) => tags + (body ?? ''));
    expect(texts.filter((text) => text.includes('987,654,321'))).toEqual([]);
  });

  it('name their language, their title, and the files that they need', () => {
    expect(page('zh/faq.html')).toMatchObject({
      lang: 'zh-Hans',
      title: expect.stringContaining('Lumina'),
      path: '/zh/faq',
    });
    expect(page('zh/faq.html').sources).toEqual(
      expect.arrayContaining([
        'src/routes/faq.tsx',
        'src/content/zh/faq.mdx',
        'src/shared/i18n/frame-texts/zh.ts',
        'src/locales/zh/info.json',
      ]),
    );
    expect(page('auth/callback.html').sources).toContain('src/routes/auth-callback.tsx');
    expect(page('404.html')).toMatchObject({
      path: '/404',
      sources: expect.arrayContaining(['src/app/not-found.tsx']),
    });
    expect(page('zh/api-announced.html').sources).toContain('src/content/zh/api-announced.mdx');
  });
});

describe('the head of a page', () => {
  it('tells search engines where it is, in which languages, and how it looks as a link', () => {
    expect(content('zh/faq.html', 'robots')).toBeNull();
    expect(links('zh/faq.html', 'canonical')).toEqual([`${SITE}/zh/faq`]);
    expect(links('zh/faq.html', 'alternate')).toEqual([`${SITE}/faq`, `${SITE}/zh/faq`, `${SITE}/faq`]);
    expect(links('zh/faq.html', 'manifest')).toEqual(['/zh/app.webmanifest']);
    expect(content('zh/faq.html', 'og:url')).toBe(`${SITE}/zh/faq`);
    expect(content('zh/faq.html', 'og:locale')).toBe('zh_CN');
    expect(content('zh/faq.html', 'og:title')).toBe(page('zh/faq.html').title);
    expect(content('zh/faq.html', 'og:image')).toMatch(/^https:\/\/site\.example\/samples\/works\/.+\.webp$/);
    expect(content('zh/faq.html', 'description')).toBe(content('zh/faq.html', 'og:description'));
  });

  it('says of a page that is not public only what it is about', () => {
    expect(content('generate.html', 'robots')).toBe('noindex');
    expect(content('generate.html', 'description')).toMatch(/\S/);
    expect(content('generate.html', 'og:title')).toBeNull();
    expect(links('generate.html', 'canonical')).toEqual([]);
  });

  it('leaves the preview of a shared image to the server', () => {
    expect(page('zh/shared.html').head).toContain('<!--# include virtual="/_shared_tags/$share_token?locale=zh" -->');
    expect(page('faq.html').head).not.toContain('include virtual');
  });

  it('describes the product where it is presented, with its prices on the page of prices', () => {
    expect(data('zh.html')).toMatchObject([
      { '@type': 'WebApplication', url: `${SITE}/zh`, inLanguage: 'zh-Hans' },
      { '@type': 'WebSite', url: SITE },
      { '@type': 'Organization', url: SITE, logo: `${SITE}/icons/icon-512.png` },
    ]);
    const [app] = data('pricing.html') as { offers: { price: string; url: string }[] }[];
    expect(app?.offers).toHaveLength(PLANS.length);
    expect(app?.offers.map(({ price, url }) => `${price} ${url}`)).toContain(`9.99 ${SITE}/pricing`);
    expect(data('guide.html')).toEqual([]);
  });

  it.each(['faq.html', 'zh/faq.html'])('repeats the questions and answers that %s shows', (file) => {
    const squeezed = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/g, '');
    const shown = new DOMParser().parseFromString(page(file).body ?? '', 'text/html').querySelectorAll('details');
    const [faq] = data(file) as { mainEntity: { name: string; acceptedAnswer: { text: string } }[] }[];
    expect(faq).toMatchObject({ '@type': 'FAQPage', inLanguage: page(file).lang });
    expect(faq?.mainEntity.map(({ name, acceptedAnswer }) => [name, squeezed(acceptedAnswer.text)])).toEqual(
      [...shown].map((each) => [
        each.querySelector('summary')?.textContent,
        squeezed(each.querySelector('summary + div')?.textContent),
      ]),
    );
    expect(faq?.mainEntity).toHaveLength(14);
  });
});

describe('beside the pages', () => {
  it('search engines get a list of the public ones, each in all languages', () => {
    const places = [...sitemap().matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place);
    expect(places).toEqual(expect.arrayContaining([`${SITE}/`, `${SITE}/zh`, `${SITE}/zh/pricing`, `${SITE}/faq`]));
    expect(places.filter((place) => /login|gallery|shared|payment/.test(place ?? ''))).toEqual([]);
    expect(sitemap()).toContain(`<xhtml:link rel="alternate" hreflang="x-default" href="${SITE}/faq"/>`);
    expect(robots()).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  });

  it('each language can be installed, with its own first page', () => {
    const [[file, text], [fileZh, textZh]] = manifests() as [[string, string], [string, string]];
    expect([file, fileZh]).toEqual(['app.webmanifest', 'zh/app.webmanifest']);
    expect(JSON.parse(text)).toMatchObject({ start_url: '/generate', scope: '/', categories: ['graphics', 'photo'] });
    const { icons, shortcuts, ...zh } = JSON.parse(textZh) as Record<'icons' | 'shortcuts', Record<string, string>[]>;
    expect(zh).toMatchObject({ id: '/', lang: 'zh-Hans', start_url: '/zh/generate', name: '%PRODUCT_NAME_JSON%' });
    expect(icons.map(({ src, sizes, purpose }) => [src, sizes, purpose])).toEqual([
      ['/icons/icon-192.png', '192x192', 'any'],
      ['/icons/icon-512.png', '512x512', 'any'],
      ['/icons/maskable-512.png', '512x512', 'maskable'],
    ]);
    expect(shortcuts.map(({ url }) => url)).toEqual(['/zh/generate', '/zh/gallery', '/zh/favorites']);
    expect(shortcuts.every(({ name }) => name && !name.includes('.title'))).toBe(true);
  });
});
