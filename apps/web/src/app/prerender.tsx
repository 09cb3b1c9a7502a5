import { FREE_ALLOWANCES, LOCALES, routes, type FreeAllowance, type Locale } from '@app/contracts';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { Provider } from 'react-redux';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { sessionClosed } from '../api/auth/session-slice';
import { addressOf } from '../api/client/transport';
import { firstPageOf } from '../api/endpoints/images';
import { LANGUAGES } from '../config/languages';
import { ANY_NUMBER_TEXT, variableTags } from '../config/page-variables';
import { PATHS, PRIVATE_PAGES, address, type PageName } from '../config/paths';
import { webSettings } from '../config/web-env';
import { SAMPLE_WORKS, sampleImage } from '../entities/sample/sample-works';
import { loadNamespaces } from '../shared/i18n/i18n';
import { FRAME_NAMESPACES } from '../shared/i18n/namespaces';
import { rememberLocale } from './locale';
import { UNLISTED, pageMeta, type ShownPage } from './page-meta';
import { PAGES } from './route-table';
import { makeRoutes } from './router';
import { makeStore } from './store';
import { stuckLine } from './stuck-line';
import { structuredData } from './structured-data';
import { manifestFile, webManifest } from './web-manifest';

const PREVIEW_IMAGE = SAMPLE_WORKS[1] ? sampleImage(SAMPLE_WORKS[1]).url : '';

/** Texts of pages differ by what an installation gives for free. */
export const VARIANTS: readonly FreeAllowance[] = FREE_ALLOWANCES;

/** Shown to people with a session until their own page is there: what it holds for everybody, without their data. */
const FRAMES: ReadonlySet<ShownPage> = new Set<ShownPage>(['generate', 'gallery', 'favorites', 'profile', 'batch']);

/** Their content depends on the person or on the address: the shell alone is delivered. */
const SHELLS: ReadonlySet<ShownPage> = new Set<ShownPage>([
  'paymentSuccess',
  'authCallback',
  'verifyEmail',
  'unsubscribe',
  'shared',
  'paymentFailed',
]);

interface SessionPage {
  /** Where visitors are led. */
  login: string;
  /** Addresses of the calls that the page makes first: the profile, and the first page of a list. */
  profile: string;
  list: string | null;
  /** Whether the frame has places for who is signed in, or for what their plan has. */
  showsPerson: boolean;
}

export interface PrerenderedPage {
  /** Below the folder of the site, `zh/pricing.html`. */
  file: string;
  lang: string;
  title: string;
  head: string;
  /** The markup of `#root`; null for a shell. */
  body: string | null;
  /** What `early.js` shows where the first script is missing. */
  stuckLine: string;
  /** Where the markup belongs; null for a frame, which belongs nowhere: the page itself takes its place. */
  path: string | null;
  /** Of a page of a session, for `early.js`; null for pages that are everybody's. */
  session: SessionPage | null;
  /** Source files that the page needs beside the frame, for preloading. */
  sources: string[];
}

/** What a page of a session needs beside its own files. */
const sessionSources = (locale: Locale): string[] => [
  'src/api/auth/session.ts',
  'src/app/shell/signed-in-effects.tsx',
  'src/features/credits/credits-chip.tsx',
  'src/features/session/account-menu.tsx',
  `src/locales/${locale}/errors.json`,
];

const sessionPage = (page: ShownPage, locale: Locale): SessionPage => ({
  login: address('login', locale),
  profile: addressOf({ route: routes.auth.me }),
  list: page === 'gallery' || page === 'favorites' ? addressOf(firstPageOf(page)) : null,
  showsPerson: page === 'profile' || page === 'batch',
});

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char);

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function fileOf(page: ShownPage, locale: Locale): string {
  if (page === 'notFound') return locale === 'en' ? '404.html' : `${locale}/404.html`;
  const path =
    page === 'shared' ? address(page, locale, { params: { token: 'x' } }).replace(/\/x$/, '') : address(page, locale);
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

/** Filled in by the web server, from the API: the preview of the image that the link leads to. */
const sharedTags = (locale: Locale): string =>
  `<!--# include virtual="/_shared_tags/$share_token?locale=${locale}" -->`;

function headOf(page: ShownPage, locale: Locale, body: string | null): string {
  const { title, description, indexable, canonical, alternates } = pageMeta(page, locale);
  const meta = (key: 'name' | 'property', name: string, content: string) =>
    `<meta ${key}="${name}" content="${escapeHtml(content)}" />`;
  const lines = [
    variableTags(),
    meta('name', 'description', description),
    `<link rel="manifest" href="/${manifestFile(locale)}" />`,
  ];
  if (!indexable) lines.push(meta('name', 'robots', 'noindex'));
  if (page === 'shared') lines.push(sharedTags(locale));
  if (canonical !== null) {
    lines.push(
      `<link rel="canonical" href="${canonical}" data-page />`,
      ...alternates.map(
        ({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${href}" data-page />`,
      ),
      meta('property', 'og:type', 'website'),
      meta('property', 'og:site_name', webSettings.productName),
      meta('property', 'og:title', title),
      meta('property', 'og:description', description),
      meta('property', 'og:url', canonical),
      meta('property', 'og:image', `${webSettings.siteUrl}${PREVIEW_IMAGE}`),
      meta('property', 'og:locale', LANGUAGES[locale].regional.replace('-', '_')),
      meta('name', 'twitter:card', 'summary_large_image'),
      ...structuredData(page, locale, body ?? '').map(
        (data) =>
          `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`,
      ),
    );
  }
  return lines.join('\n    ');
}

async function bodyOf(path: string): Promise<string> {
  const store = makeStore();
  store.dispatch(sessionClosed(null));
  const handler = createStaticHandler(makeRoutes(store, [], () => Promise.resolve(null)));
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere: ${context.headers.get('location')}`);
  if (context.errors) throw new Error(`${path} cannot be shown`, { cause: Object.values(context.errors)[0] });
  const router = createStaticRouter(handler.dataRoutes, context);
  const { prelude } = await prerender(
    <StrictMode>
      <Provider store={store}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </Provider>
    </StrictMode>,
    // Larger content would be revealed by inline scripts, which the policy of the pages forbids.
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}

interface PageVariant {
  /** The text that the page shows, or its file, where it is not the page's own. */
  document?: string;
  params?: Record<string, string>;
}

async function renderPage(
  page: ShownPage,
  locale: Locale,
  { document = page, params }: PageVariant = page === 'shared' ? { params: { token: 'x' } } : {},
): Promise<PrerenderedPage> {
  await loadNamespaces(locale, FRAME_NAMESPACES);
  // The choice of a visitor who is here already: `/` stays.
  rememberLocale(locale);
  const path =
    page === 'notFound'
      ? address('home', locale).replace(/\/?$/, '/404')
      : address(page, locale, params ? { params } : {});
  const body = SHELLS.has(page) ? null : await bodyOf(path);
  const namespaces = page === 'notFound' ? [] : PAGES[page].namespaces;
  const isPrivate = page !== 'notFound' && PRIVATE_PAGES.has(page);
  return {
    file: fileOf(page, locale).replace(`${page}.html`, `${document}.html`),
    lang: LANGUAGES[locale].tag,
    title: escapeHtml(pageMeta(page, locale).title),
    head: headOf(page, locale, body).replaceAll(ANY_NUMBER_TEXT, '%FREE_CREDITS%'),
    body: body?.replaceAll(ANY_NUMBER_TEXT, '%FREE_CREDITS%') ?? null,
    stuckLine: stuckLine(locale),
    path: FRAMES.has(page) ? null : path,
    session: isPrivate ? sessionPage(page, locale) : null,
    sources: [
      ...(page === 'notFound'
        ? ['src/app/not-found.tsx']
        : [`src/routes/${kebab(page)}.tsx`, `src/content/${locale}/${document}.mdx`]),
      `src/shared/i18n/frame-texts/${locale}.ts`,
      ...namespaces.map((namespace) => `src/locales/${locale}/${namespace}.json`),
      ...(isPrivate ? sessionSources(locale) : []),
    ],
  };
}

/** Every page in every language, for one kind of free allowance. */
export async function renderPages(allowance: FreeAllowance): Promise<PrerenderedPage[]> {
  webSettings.freeAllowance = allowance;
  const pages: PrerenderedPage[] = [];
  for (const locale of LOCALES)
    for (const page of [...(Object.keys(PATHS) as PageName[]), 'notFound' as const])
      pages.push(await renderPage(page, locale));
  // A batch that was started looks unlike the page that starts one.
  for (const locale of LOCALES)
    pages.push(await renderPage('batch', locale, { document: 'batch/run', params: { id: 'run' } }));
  // These take the place of the others where a feature is switched off.
  webSettings.publicApi = false;
  webSettings.batch = false;
  for (const locale of LOCALES) {
    pages.push(await renderPage('api', locale, { document: 'api-announced' }));
    pages.push(await renderPage('pricing', locale, { document: 'pricing-without-batches' }));
  }
  webSettings.publicApi = true;
  webSettings.batch = true;
  return pages;
}

/** Pages that search engines may list, each in all languages. */
export function sitemap(): string {
  const listed = (Object.keys(PATHS) as PageName[]).filter((page) => !UNLISTED.has(page) && !PRIVATE_PAGES.has(page));
  const urls = listed.flatMap((page) =>
    LOCALES.map((locale) => {
      const { canonical, alternates } = pageMeta(page, locale);
      const links = alternates.map(
        ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`,
      );
      return `<url><loc>${canonical}</loc>${links.join('')}</url>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

/** The manifest of each language, by its file. */
export const manifests = (): [string, string][] => LOCALES.map((locale) => [manifestFile(locale), webManifest(locale)]);

export const robots = (): string => `User-agent: *
Disallow: /api/
Allow: /api$
Allow: /api/files/

Sitemap: ${webSettings.siteUrl}/sitemap.xml
`;
