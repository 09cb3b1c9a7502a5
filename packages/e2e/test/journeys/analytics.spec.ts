import { expect, test } from '../../src/fixtures.js';
import { text } from '../../src/texts.js';
import { collectEvents } from '../support/analytics.js';

// The proof builds the web app with an id.
test('nothing leaves the browser where no id is configured', async ({ open }) => {
  const { page, context } = await open.asVisitor('en');
  const seen = await collectEvents(context);
  await page.addInitScript(() => localStorage.setItem('analytics_consent', 'granted'));
  await page.goto('/');
  await page
    .getByRole('link', { name: text('en', 'common:nav.pricing') })
    .first()
    .click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(seen).toEqual({ events: [], elsewhere: [] });
  expect(await page.getByRole('button', { name: text('en', 'common:consent.accept') }).count()).toBe(0);
});
