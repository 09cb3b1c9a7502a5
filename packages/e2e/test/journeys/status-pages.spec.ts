import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { text } from '../../src/texts.js';

const t = (key: string): string => text('en', key);
const heading = (page: Page, name?: string) => page.getByRole('heading', { level: 1, ...(name && { name }) });
const footerLink = (page: Page, key: string) =>
  page.getByRole('contentinfo').getByRole('link', { name: t(`common:footer.${key}`), exact: true });
const replaceScripts = (page: Page) => page.route('**/assets/faq-*.js', (route) => route.fulfill({ status: 404 }));

/** Each opens one page that stands in the place of another, and the heading it has then. */
const PAGES: Record<string, (page: Page) => Promise<string>> = {
  'an unknown address': async (page) => {
    await page.goto('/nowhere');
    return t('common:notFound.title');
  },
  'a sign-in that was declined': async (page) => {
    await page.goto('/auth/callback?error=access_denied&state=google.a-state');
    return t('session:callback.failures.denied.title');
  },
  'an incomplete link of a mail': async (page) => {
    await page.goto('/verify-email');
    return t('session:verify.failed');
  },
  'a payment that failed': async (page) => {
    await page.goto('/payment/failed?reason=card_declined');
    return t('payment:failed.title');
  },
  'a link that is over': async (page) => {
    await page.goto(`/shared/${'a'.repeat(43)}`);
    return t('sharing:notFound.title');
  },
  'a shared image that is not answered': async (page) => {
    await page.route('**/api/images/shared/*', (route) => route.abort());
    await page.goto(`/shared/${'b'.repeat(43)}`);
    return t('sharing:loadFailed');
  },
  'a newer version': async (page) => {
    await page.goto('/contact');
    await replaceScripts(page);
    await footerLink(page, 'faq').click();
    return 'A new version is here';
  },
};

/** Where things are: the middle of the heading's lines and of the ways on, and the top of the mark, in pixels. */
const places = (page: Page) =>
  page.evaluate(() => {
    const title = document.querySelector('main h1');
    const mark = title?.parentElement?.previousElementSibling;
    if (!title || !mark) throw new Error('there is no mark above the heading');
    const lines = document.createRange();
    lines.selectNodeContents(title);
    const ways = [...document.querySelectorAll('main :is(a, button)')].map((way) => way.getBoundingClientRect());
    const middle = (left: number, right: number): number =>
      (left + right) / 2 - document.documentElement.clientWidth / 2;
    const { left, right } = lines.getBoundingClientRect();
    const firstRow = ways.filter(({ top }) => top === ways[0]?.top);
    return {
      mark: mark.getBoundingClientRect().top,
      title: middle(left, right),
      ways: middle(Math.min(...firstRow.map((way) => way.left)), Math.max(...firstRow.map((way) => way.right))),
    };
  });

test('pages that stand in the place of others are one family', async ({ open }) => {
  const tops = new Map<string, string>();
  const { context } = await open.asVisitor('en', { viewport: { width: 390, height: 900 } });
  for (const [name, openPage] of Object.entries(PAGES)) {
    const page = await context.newPage();
    await heading(page, await openPage(page)).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const marks: number[] = [];
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const { mark, title, ways } = await places(page);
      expect([name, width, Math.abs(title) < 1, Math.abs(ways) < 1]).toEqual([name, width, true, true]);
      marks.push(mark);
    }
    tops.set(name, marks.join(' and '));
    await page.close();
  }
  expect(new Set(tops.values()), JSON.stringify([...tops])).toHaveProperty('size', 1);
});

test('a page that was not loaded before the network went opens by itself once it is back', async ({ open }) => {
  const { page, context } = await open.asVisitor('en');
  await page.goto('/contact');
  await heading(page).waitFor();
  await context.setOffline(true);
  await footerLink(page, 'faq').click();
  await heading(page, 'You are offline').waitFor();
  await context.setOffline(false);
  await heading(page, t('meta:faq.title')).waitFor();
});

test('a page that could not be loaded is loaded when somebody comes back to it', async ({ open }) => {
  const { page, context } = await open.asVisitor('en');
  await page.goto('/contact');
  await context.setOffline(true);
  await footerLink(page, 'faq').click();
  await heading(page, 'You are offline').waitFor();
  await page.goBack();
  await heading(page, t('meta:contact.title')).waitFor();
  await context.setOffline(false);
  await footerLink(page, 'faq').click();
  await heading(page, t('meta:faq.title')).waitFor();
});
