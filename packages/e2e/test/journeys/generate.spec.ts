import { POLL_FIRST_MS, type Locale, type Quota } from '@app/contracts';
import type { Request } from '@playwright/test';
import { expect, test, type UserOptions } from '../../src/fixtures.js';
import type { BrowserOpener } from '../../src/open-browser.js';
import { PHONE } from '../../src/screens/open-on-phone.js';
import type { TestUser } from '../../src/users/test-user.js';
import { inLocale } from '../../src/texts.js';
import {
  endDeadline,
  findGenerations,
  generatePage,
  IMAGE_TIMEOUT,
  keepPending,
  PROMPT,
  withoutWorker,
} from '../support/generate-page.js';

const FREE_CREDITS = 5;

/** `submissions` are the requests that submit a generation. */
async function openGenerate(
  open: BrowserOpener,
  newUser: (wanted: UserOptions) => Promise<TestUser>,
  locale: Locale,
  { credits = 0 } = {},
) {
  const user = await newUser({ credits });
  const { page, context } = await open.asUser(user, locale);
  const submissions: Request[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/images/generate')) submissions.push(request);
  });
  await page.goto(inLocale(locale, '/generate'));
  const form = generatePage(page, locale);
  await form.balance(FREE_CREDITS + credits).waitFor();
  return { page, context, user, submissions, ...form };
}

test('a user whose session expired signs in and keeps the prompt', async ({ open, newUser }) => {
  const { page, prompt, submit } = await openGenerate(open, newUser, 'en');
  await prompt.fill(PROMPT.en);
  // In one go: a call of the page itself would find the session gone before the click.
  await submit.evaluate((button: HTMLButtonElement) => {
    localStorage.removeItem('access_token');
    localStorage.removeItem('refresh_token');
    button.click();
  });
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/generate');
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).toContain(PROMPT.en);
});

test('a tap on a phone brings the tray to the top of the window', async ({ open, newUser }) => {
  const user = await newUser();
  const { page } = await open.asUser(user, 'en', PHONE);
  await keepPending(page);
  await page.goto('/generate');
  const { prompt, submit, result, t } = generatePage(page, 'en');
  await prompt.fill(PROMPT.en);
  await submit.tap();
  await result.getByText(t('generate:result.pending')).waitFor();
  const top = async () => (await result.boundingBox())?.y ?? -1;
  await expect.poll(top).toBeGreaterThan(0);
  await expect.poll(top).toBeLessThan(844 / 4);
  await expect(page.locator('footer[data-shell]')).not.toBeInViewport();
});

test('words that the demo engine paints are underlined while typing, and none is said', async ({
  open,
  newUser,
  product,
}) => {
  const { page } = await open.asUser(await newUser(), 'en');
  // The list names the engine of each model; here it is the sandbox's.
  await page.route('**/api/images/models', async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: object[] };
    await route.fulfill({ json: { success: true, data: data.map((offer) => ({ ...offer, engine: 'studio' })) } });
  });
  await page.goto(`${product.running.url}/generate`);
  const { prompt, t } = generatePage(page, 'en');
  await prompt.fill('A lighthouse at sunset');
  await expect(page.locator('form u')).toHaveText(['lighthouse', 'sunset']);
  await prompt.fill('Quarterly synergies');
  await page.getByText(t('generate:understood.none')).waitFor();
});

test('a double click and Ctrl + Enter submit one generation, which a reload shows', async ({
  open,
  newUser,
  product,
  database,
}) => {
  const { page, user, submissions, prompt, submit, result, image, balance, t } = await openGenerate(
    open,
    newUser,
    'en',
    { credits: 20 },
  );
  await withoutWorker(product, async () => {
    // The answer is delayed until all clicks were made.
    let answer = (): void => undefined;
    const pressed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/images/generate', async (route) => {
      await pressed;
      await route.continue();
    });
    await prompt.fill(PROMPT.en);
    await submit.dblclick();
    await prompt.press('Control+Enter');
    await prompt.press('Control+Enter');
    answer();
    await result.getByText(t('generate:result.pending')).waitFor();
    expect(submissions).toHaveLength(1);
    expect(await findGenerations(database, user)).toHaveLength(1);
    await balance(21.5).waitFor();
    await page.getByText(t('credits:held', { credits: '3.5' }), { exact: true }).waitFor();

    await page.reload();
    await result.getByText(t('generate:result.pending')).waitFor();
    await expect(prompt).toHaveValue(PROMPT.en);
    expect(await page.title()).toContain(t('generate:titleRunning'));
  });
  await image.waitFor(IMAGE_TIMEOUT);
  await page.waitForFunction((ready) => document.title.includes(ready), t('generate:titleDone', { count: 1 }));
  await balance(21.5).waitFor();
  expect(await findGenerations(database, user)).toHaveLength(1);
});

test(
  'a lost answer is retried and creates one generation, charged once',
  { tag: '@proof' },
  async ({ open, newUser, database }) => {
    const { page, user, submissions, prompt, submit, image, balance } = await openGenerate(open, newUser, 'zh');
    await page.route(
      '**/api/images/generate',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await prompt.fill(PROMPT.zh);
    await submit.click();
    await image.waitFor(IMAGE_TIMEOUT);
    await balance(1.5).waitFor();
    expect(submissions).toHaveLength(2);
    const keys = submissions.map((request) => request.headers()['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(await findGenerations(database, user)).toHaveLength(1);
    expect(await user.call<Quota>('GET', '/quota')).toMatchObject({ remainingCredits: 1.5, currentCredits: 1.5 });
  },
);

test('polling finds the image when events are blocked', { tag: '@proof' }, async ({ open, newUser, database }) => {
  const { page, context, user, prompt, submit, result, image } = await openGenerate(open, newUser, 'en');
  await context.route('**/api/images/events', (route) => route.abort());
  await page.clock.install();
  await prompt.fill(PROMPT.en);
  await submit.click();
  await result.getByRole('progressbar').waitFor();
  await expect
    .poll(async () => (await findGenerations(database, user)).map(({ status }) => status), IMAGE_TIMEOUT)
    .toEqual(['completed']);
  await expect(image).toHaveCount(0);
  await page.clock.fastForward(POLL_FIRST_MS);
  await image.waitFor();
});

test('a failed generation shows the reason, returns the credits and can be retried', async ({
  open,
  newUser,
  product,
  database,
}) => {
  const { page, user, prompt, submit, result, image, balance, t } = await openGenerate(open, newUser, 'zh');
  await withoutWorker(product, async () => {
    await prompt.fill(PROMPT.zh);
    await submit.click();
    await result.getByText(t('generate:result.pending')).waitFor();
    await balance(1.5).waitFor();
    await endDeadline(database, user);
    await result.getByText(t('generate:result.failedTitle')).waitFor();
    await result.getByText(t('work:failures.DEADLINE_EXCEEDED')).waitFor();
    await result.getByText(t('work:creditsBack_other', { formatted: '3.5' })).waitFor();
    await balance(5).waitFor();
  });
  await page.getByRole('button', { name: t('generate:result.retry') }).click();
  await image.waitFor(IMAGE_TIMEOUT);
  await balance(1.5).waitFor();
  const statuses = (await findGenerations(database, user)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(['completed', 'failed']);
});
