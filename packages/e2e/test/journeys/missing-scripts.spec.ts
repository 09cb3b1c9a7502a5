import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { holdScripts } from '../../src/hold-requests.js';
import { text } from '../../src/texts.js';
import { generatePage, IMAGE_TIMEOUT, PROMPT } from '../support/generate-page.js';

const FIRST_SCRIPT = '**/assets/index-*.js';
const RELOAD = { en: 'Reload', zh: '刷新页面' };

/** The line that stands below a page without its first script. */
const line = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('link') });

test.describe('a page whose first script does not arrive says so, and works after a press on its link', () => {
  test('for visitors', { tag: '@proof' }, async ({ open }) => {
    const { page } = await open.asVisitor('zh');
    await page.route(FIRST_SCRIPT, (route) => route.abort(), { times: 1 });
    await page.goto('/zh/login', { waitUntil: 'load' });
    await expect(line(page)).toContainText('页面没有加载完整');
    await line(page).getByRole('link', { name: RELOAD.zh }).click();
    await page.getByRole('button', { name: text('zh', 'session:login.with', { provider: 'Google' }) }).click();
    await page.waitForURL((url) => url.pathname.includes('/google/'));
  });

  test('for signed-in people', async ({ open, newOwner }) => {
    const { page } = await open.asUser(await newOwner([{ prompt: 'a fox' }]), 'en');
    await page.route(FIRST_SCRIPT, (route) => route.abort(), { times: 1 });
    await page.goto('/gallery', { waitUntil: 'load' });
    await line(page).getByRole('link', { name: RELOAD.en }).click();
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expect(page.getByRole('main').locator('img').first()).toBeVisible();
    await expect(line(page)).toBeHidden();
  });

  test('where nothing was prerendered', { tag: '@proof' }, async ({ open, newUser }) => {
    const { page } = await open.asUser(await newUser(), 'en');
    await page.route(FIRST_SCRIPT, (route) => route.abort(), { times: 1 });
    await page.goto('/payment/success', { waitUntil: 'load' });
    await line(page).getByRole('link', { name: RELOAD.en }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('en', 'payment:success.noneTitle'));
  });
});

test('a page whose first script did not arrive is loaded anew when the network is back', async ({ open }) => {
  const { page, context } = await open.asVisitor('en');
  await page.route(FIRST_SCRIPT, (route) => route.abort(), { times: 1 });
  await page.goto('/login', { waitUntil: 'load' });
  await expect(line(page)).toBeVisible();
  await context.setOffline(true);
  await context.setOffline(false);
  await page.waitForFunction(() => document.querySelector('#root[data-path]') === null);
  await expect(line(page)).toBeHidden();
});

test.describe('at an address with a query, before the page works', () => {
  test('what is pressed on the login page is done once it does', async ({ open }) => {
    const { page } = await open.asVisitor('en');
    const release = await holdScripts(page);
    await page.goto('/login?redirect=%2Fgallery', { waitUntil: 'load' });
    await page.getByRole('button', { name: text('en', 'session:login.with', { provider: 'Google' }) }).click();
    release();
    await page.waitForURL((url) => url.pathname.includes('/google/'));
  });

  test('what is typed on the home page stays', async ({ open }) => {
    const { page } = await open.asVisitor('en');
    const release = await holdScripts(page);
    await page.goto('/?utm_source=x', { waitUntil: 'load' });
    const prompt = page.getByRole('main').getByRole('textbox');
    await prompt.fill('a fox in the snow');
    release();
    await page.waitForFunction(() => document.querySelector('#root[data-path]') === null);
    await expect(prompt).toHaveValue('a fox in the snow');
  });
});

test(
  'where the code that shows an image does not arrive, a reload is offered and brings the paid image',
  { tag: '@proof' },
  async ({ open, newUser }) => {
    const user = await newUser();
    const { page } = await open.asUser(user, 'en');
    let isAway = true;
    await page.route('**/assets/shown-generation-*.js', (route) => (isAway ? route.abort() : route.continue()));
    await page.goto('/generate');
    const { prompt, submit, image } = generatePage(page, 'en');
    await prompt.fill(PROMPT.en);
    await submit.click();
    const reload = page.getByRole('main').getByRole('button', { name: RELOAD.en });
    await expect(reload).toBeVisible(IMAGE_TIMEOUT);
    isAway = false;
    await reload.click();
    await image.waitFor(IMAGE_TIMEOUT);
    await expect(prompt).toHaveValue(PROMPT.en);
  },
);
