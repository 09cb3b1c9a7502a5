import { POLL_EVERY_MS, POLL_FIRST_MS, POLL_RECHECKS, type Quota } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { PROMPT, balance, button, picture, prompt, t, tray, trouble, useMakers } from './support/makers.js';

const product = useProduct({ env: { SWEEP_SECONDS: '1' } });
const visitors = useVisitors(product, useBrowser());

const { atGenerate, generationsOf, ended, withoutWorker, runOutOfTime } = useMakers(product, visitors);

describe('why not, in the order of the specification', () => {
  test('description, DALL-E, credits', async () => {
    const { page, submissions } = await atGenerate({ search: '?model=dall-e-3' });
    // Everything speaks against it: nothing described, DALL-E.
    expect(await button(page).isDisabled()).toBe(true);
    await prompt(page).press('Control+Enter');
    await trouble(page).getByText(t('generate:reasons.PROMPT_REQUIRED')).waitFor();
    await prompt(page).fill(' \u3000 ');
    await prompt(page).press('Control+Enter');
    await trouble(page).getByText(t('generate:reasons.PROMPT_REQUIRED')).waitFor();

    await prompt(page).fill(PROMPT);
    await trouble(page).getByText(t('generate:reasons.MODEL_NOT_SUPPORTED')).waitFor();
    expect(await button(page).isDisabled()).toBe(true);
    await prompt(page).press('Control+Enter');
    await trouble(page).getByText(t('generate:reasons.MODEL_NOT_SUPPORTED')).waitFor();

    // A model that costs more than there is: the button can be pressed, and the press tells.
    await page.goto('/generate?model=sd3.5-large');
    await balance(page, 5).waitFor();
    expect(await button(page).isEnabled()).toBe(true);
    await button(page).click();
    await trouble(page).getByText(t('generate:reasons.INSUFFICIENT_CREDITS')).waitFor();
    await trouble(page)
      .getByText(t('generate:insufficient.missing', { needed: '6.5', have: '5' }))
      .waitFor();
    await trouble(page)
      .getByRole('link', { name: t('generate:insufficient.upgrade') })
      .click();
    await page.waitForURL('/pricing');
    expect(submissions).toEqual([]);
  });

  test('whoever is no longer signed in is sent to sign in, and finds the description again', async () => {
    const { page } = await atGenerate();
    await prompt(page).fill(PROMPT);
    await page.evaluate(() => {
      localStorage.removeItem('access_token');
      localStorage.removeItem('refresh_token');
    });
    await button(page).click();
    await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/generate');
    expect(await page.evaluate(() => Object.values(sessionStorage).join())).toContain(PROMPT);
  });

  test('lengths are counted in characters as people see them, and nothing is cut', async () => {
    const { page, submissions } = await atGenerate();
    await prompt(page).fill('🦊'.repeat(500));
    await page.getByText('500/500').waitFor();
    expect(await trouble(page).count()).toBe(0);
    await prompt(page).fill(`${'🦊'.repeat(500)}狐`);
    await page.getByText('501/500').waitFor();
    expect(await prompt(page).inputValue()).toBe(`${'🦊'.repeat(500)}狐`);
    await prompt(page).press('Control+Enter');
    await trouble(page)
      .getByText(t('generate:reasons.PROMPT_TOO_LONG', { over: 1 }))
      .first()
      .waitFor();
    await prompt(page).fill(PROMPT);
    await page.getByLabel(t('generate:negative.label')).fill('𠮷'.repeat(203));
    await page.getByText('203/200').waitFor();
    await prompt(page).press('Control+Enter');
    await trouble(page)
      .getByText(t('generate:reasons.NEGATIVE_PROMPT_TOO_LONG', { over: 3 }))
      .first()
      .waitFor();
    expect(submissions).toEqual([]);
  });

  test('DALL-E cannot be chosen; named in the address it shows its quality, its price and why not', async () => {
    const { page } = await atGenerate();
    const quality = page.getByRole('radiogroup', { name: t('generate:quality.label') });
    expect(await quality.count()).toBe(0);
    const dalle = page.getByRole('radio', { name: t('options:models.dall-e-3') });
    expect(await dalle.isDisabled()).toBe(true);
    await page.goto('/generate?model=dall-e-3');
    await quality.getByRole('radio', { name: t('generate:quality.hd') }).click();
    await button(page)
      .getByText(t('generate:submit.price', { credits: 3 }))
      .waitFor();
    expect(await page.getByText(t('generate:model.soon')).count()).toBe(1);
  });
});

describe('one press, one generation', () => {
  test('a double click and Ctrl + Enter on top are one request', async () => {
    const { page, person, submissions } = await atGenerate({ credits: 20 });
    await withoutWorker(async () => {
      // The answer waits until every press has been made.
      let answer = (): void => undefined;
      const pressed = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/images/generate', async (route) => {
        await pressed;
        await route.continue();
      });
      await prompt(page).fill(PROMPT);
      await button(page).dblclick();
      await prompt(page).press('Control+Enter');
      await prompt(page).press('Control+Enter');
      answer();
      await tray(page).getByText(t('generate:result.pending')).waitFor();
      expect(submissions).toHaveLength(1);
      expect(await generationsOf(person)).toHaveLength(1);
      await balance(page, 21.5).waitFor();
      await page.getByText(t('credits:held', { credits: '3.5' })).waitFor();
    });
    await picture(page).waitFor({ timeout: 60_000 });
  });

  test('an answer that is lost after the click leads to one generation, charged once', async () => {
    const { page, person, submissions } = await atGenerate();
    await page.route(
      '**/api/images/generate',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await prompt(page).fill(PROMPT);
    await button(page).click();
    await picture(page).waitFor({ timeout: 60_000 });
    await balance(page, 1.5).waitFor();
    expect(submissions).toHaveLength(2);
    const keys = submissions.map((request) => request.headers()['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(await generationsOf(person)).toHaveLength(1);
    expect(await person.call<Quota>('GET', '/quota')).toMatchObject({ remainingCredits: 1.5, currentCredits: 1.5 });
  });
});

describe('while it runs', () => {
  test('a reload finds it again, and the picture arrives', async () => {
    const { page, person } = await atGenerate();
    await withoutWorker(async () => {
      await prompt(page).fill(PROMPT);
      await button(page).click();
      await tray(page).getByText(t('generate:result.pending')).waitFor();
      await page.reload();
      await tray(page).getByText(t('generate:result.pending')).waitFor();
      expect(await prompt(page).inputValue()).toBe(PROMPT);
      expect(await page.title()).toContain(t('generate:titleRunning'));
    });
    await picture(page).waitFor({ timeout: 60_000 });
    await page.waitForFunction((ready) => document.title.includes(ready), t('generate:titleDone'));
    await balance(page, 1.5).waitFor();
    expect(await generationsOf(person)).toHaveLength(1);
  });

  test('the checks every ten seconds find the picture where no events come through', async () => {
    const { page, context, person } = await atGenerate();
    await context.route('**/api/images/events', (route) => route.abort());
    await page.clock.install();
    await prompt(page).fill(PROMPT);
    await button(page).click();
    await tray(page).getByRole('progressbar').waitFor();
    await ended(person, 'completed');
    expect(await picture(page).count()).toBe(0);
    await page.clock.fastForward(POLL_FIRST_MS);
    await picture(page).waitFor();
    expect(await generationsOf(person)).toHaveLength(1);
  });

  test('after thirty checks more it says that this takes too long; then the credits come back', async () => {
    const { page, context } = await atGenerate();
    await context.route('**/api/images/events', (route) => route.abort());
    await withoutWorker(async () => {
      await page.clock.install();
      await prompt(page).fill(PROMPT);
      await button(page).click();
      await tray(page).getByText(t('generate:result.pending')).waitFor();
      const timeout = page.getByText(t('generate:result.timeoutTitle'));
      for (let check = 0; check <= POLL_RECHECKS; check += 1) {
        expect(await timeout.count()).toBe(0);
        const checked = page.waitForResponse((response) => /\/images\/generations\/[^/?]+$/.test(response.url()));
        await page.clock.fastForward(check === 0 ? POLL_FIRST_MS : POLL_EVERY_MS);
        await (await checked).finished();
        // The next wait begins once the answer has been taken in.
        await page.evaluate(() => new Promise((resolve) => queueMicrotask(() => resolve(null))));
      }
      await timeout.waitFor();
      await page.getByText(t('generate:result.timeoutText')).waitFor();
      await runOutOfTime();
    });
  });

  test('a check that fails is told, and is no end', async () => {
    const { page, context } = await atGenerate();
    await context.route('**/api/images/events', (route) => route.abort());
    await page.clock.install();
    await withoutWorker(async () => {
      await prompt(page).fill(PROMPT);
      await button(page).click();
      await tray(page).getByText(t('generate:result.pending')).waitFor();
      await context.route('**/api/images/generations/*', (route) => route.abort(), { times: 1 });
      await page.clock.fastForward(POLL_FIRST_MS);
      await page.getByText(t('generate:result.checkFailed')).waitFor();
      await page.clock.fastForward(POLL_EVERY_MS);
      await page.getByText(t('generate:result.checkFailed')).waitFor({ state: 'detached' });
      expect(await tray(page).getByText(t('generate:result.pending')).count()).toBe(1);
      await runOutOfTime();
    });
  });
});

test('one that fails says why, gives the credits back and lets the person try again', async () => {
  const { page, person } = await atGenerate();
  await withoutWorker(async () => {
    await prompt(page).fill(PROMPT);
    await button(page).click();
    await tray(page).getByText(t('generate:result.pending')).waitFor();
    await balance(page, 1.5).waitFor();
    await runOutOfTime();
    await tray(page).getByText(t('generate:result.failedTitle')).waitFor();
    await tray(page).getByText(t('work:failures.DEADLINE_EXCEEDED')).waitFor();
    await tray(page)
      .getByText(t('work:creditsBack_other', { formatted: '3.5' }))
      .waitFor();
    await balance(page, 5).waitFor();
  });
  await page.getByRole('button', { name: t('generate:result.retry') }).click();
  await picture(page).waitFor({ timeout: 60_000 });
  await balance(page, 1.5).waitFor();
  expect((await generationsOf(person)).map(({ status }) => status).toSorted()).toEqual(['completed', 'failed']);
});
