import type { Page } from '@playwright/test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../src/fixtures.js';
import { inLocale } from '../../src/texts.js';

const DIST = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'web', 'dist');
/** Its texts are the larger ones. */
const LOCALE = 'zh';
/** What a page may load in addition to the home page of a person who is signed in, or of a visitor. */
const LIMIT_KIB = 45;
/**
 * What a page may load in addition to a visitor's home page when a person opens it first. The session alone brings 44 KiB:
 * query cache and calls 28, account, live updates and parts of pages 14, texts of errors 2. See decision record 44.
 */
const OPENED_FIRST_KIB = 55;
const LARGER_KIB: Partial<Record<string, number>> = {
  guide: 56,
  generate: 77,
  gallery: 92,
  favorites: 92,
  batch: 75,
  api: 68,
  profile: 62,
  pricing: 57,
};

const VISITED = { login: '/login', shared: '/shared/:token', 'auth-callback': '/auth/callback' };
const SIGNED_IN = {
  api: '/api',
  batch: '/batch',
  contact: '/contact',
  cookies: '/cookies',
  explore: '/explore',
  faq: '/faq',
  favorites: '/favorites',
  gallery: '/gallery',
  generate: '/generate',
  guide: '/guide',
  home: '/',
  'payment-failed': '/payment/failed',
  'payment-success': '/payment/success',
  pricing: '/pricing',
  privacy: '/privacy',
  profile: '/profile',
  terms: '/terms',
  unsubscribe: '/unsubscribe',
  'verify-email': '/verify-email',
};

const gzipKib = (file: string): number => statSync(join(DIST, `${file}.gz`)).size / 1024;
const kibOf = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + gzipKib(file), 0);

/** Scripts that a page asks for by itself: its clock stands still, so nothing is fetched ahead. */
async function scriptsOf(page: Page, path: string): Promise<Set<string>> {
  const scripts = new Set<string>();
  const note = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  };
  page.on('request', note);
  await page.goto(inLocale(LOCALE, path));
  await expect(page.locator('main h1')).toBeVisible();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return scripts;
}

async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
}

test(`no page needs more than ${LIMIT_KIB} KiB of script in addition to the home page`, async ({
  open,
  newUser,
  seedImages,
}) => {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8')) as object;
  const built = Object.keys(manifest).flatMap((key) => /^src\/routes\/(.+)\.tsx$/.exec(key)?.[1] ?? []);
  expect(built.toSorted()).toEqual(Object.keys({ ...VISITED, ...SIGNED_IN }).toSorted());

  const user = await newUser({ plan: 'pro' });
  const [image = ''] = await seedImages(user, [{ prompt: 'a fox in the snow', count: 13, favorite: true }]);
  const { token } = await user.call<{ token: string }>('POST', `/images/${image}/share`);

  const { page: visitor } = await open.asVisitor(LOCALE);
  const people = await Promise.all([1, 2, 3].map(async () => (await open.asUser(user, LOCALE)).page));
  await Promise.all([visitor, ...people].map(stopClock));
  const [visitorHome, sessionHome] = await Promise.all([scriptsOf(visitor, '/'), scriptsOf(people[0] as Page, '/')]);

  const rows: { name: string; further: number; openedFirst: number; files: number }[] = [];
  const measure = async (page: Page, home: Set<string>, name: string, path: string) => {
    const scripts = await scriptsOf(page, path);
    rows.push({
      name,
      further: kibOf([...scripts].filter((file) => !home.has(file))),
      openedFirst: kibOf([...scripts].filter((file) => !visitorHome.has(file))),
      files: scripts.size,
    });
  };
  const visit = async () => {
    for (const [name, path] of Object.entries(VISITED)) {
      await measure(visitor, visitorHome, name, path.replace(':token', token));
    }
  };
  const left = Object.entries(SIGNED_IN);
  const work = async (page: Page) => {
    for (let next = left.shift(); next; next = left.shift()) await measure(page, sessionHome, ...next);
  };
  await Promise.all([visit(), ...people.map(work)]);

  const table = rows
    .toSorted((one, other) => other.further - one.further)
    .map(({ name, further, openedFirst, files }) => {
      const limits = `further ${further.toFixed(1)}, opened first ${openedFirst.toFixed(1)}, ${files} files`;
      return `${name.padEnd(16)} ${limits}`;
    })
    .join('\n');
  console.log(table);
  const tooLarge = rows.filter(
    ({ name, further, openedFirst }) => further > LIMIT_KIB || openedFirst > (LARGER_KIB[name] ?? OPENED_FIRST_KIB),
  );
  expect(
    tooLarge.map(({ name }) => name),
    table,
  ).toEqual([]);
});
