import { PROMPT_MAX, type Batch, type Locale, type Paged } from '@app/contracts';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { inLocale, text } from '../../src/texts.js';
import { readZip } from '../../src/zip-file.js';

const press = (page: Page, locale: Locale, key: string, values: Record<string, string | number> = {}) =>
  page.getByRole('button', { name: text(locale, `batch:${key}`, values) }).click();

async function writeRows(page: Page, locale: Locale, prompts: readonly string[]): Promise<void> {
  await page.goto(inLocale(locale, '/batch'));
  await page.getByLabel(text(locale, 'batch:input.lines.label')).fill(prompts.join('\n'));
  await press(page, locale, 'input.add', { count: prompts.length });
}

async function start(page: Page, locale: Locale, count: number): Promise<void> {
  await press(page, locale, 'start.action', { count });
  await page.waitForURL(/\/batch\/[\w-]{36}$/);
}

const completed = (page: Page, locale: Locale) =>
  page.getByText(text(locale, 'batch:status.completed'), { exact: true }).first().waitFor();

test('a batch names its faulty row, makes the others, and gives one archive', async ({ open, newUser }) => {
  const { page } = await open.asUser(await newUser({ locale: 'zh', plan: 'pro', credits: 100 }), 'zh');
  await writeRows(page, 'zh', ['A fox in snow', '雪山上的月亮', 'A heron over rice', 'x'.repeat(PROMPT_MAX + 1)]);
  const column = text('zh', 'batch:columns.prompt');
  await page.getByText(text('zh', 'batch:faults.tooLong', { column, over: 1, max: PROMPT_MAX })).waitFor();
  // A word without an end does not widen the page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await press(page, 'zh', 'rows.remove', { number: 4 });
  await start(page, 'zh', 3);
  await completed(page, 'zh');
  // 100 and the 5 of the month, less three images.
  await expect(page.getByRole('banner')).toContainText('94.5');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    press(page, 'zh', 'actions.download', { count: 3 }),
  ]);
  const names = [...readZip(await readFile(await file.path())).keys()];
  expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(3);
});

test('a batch goes on without its page, pauses when the credits run out, and is resumed', async ({
  open,
  newUser,
  database,
}) => {
  const user = await newUser({ plan: 'enterprise' });
  const { page } = await open.asUser(user);
  // The free credits of the month pay for one image.
  await writeRows(page, 'en', ['A fox', 'A whale', 'A heron']);
  await page.getByText(text('en', 'batch:start.some', { have: 5, count: 1 })).waitFor();
  await start(page, 'en', 3);
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await page.getByText(text('en', 'batch:pause.insufficient_credits.title')).waitFor();
  await database.giveCredits(user.id, 7);
  await press(page, 'en', 'actions.resume');
  await completed(page, 'en');
  const { data } = await user.call<Paged<Batch>>('GET', '/batches');
  expect(data).toMatchObject([{ status: 'completed', total_credits: 10.5, credits_used: 10.5 }]);
});
