import { LOCALES, PROMPT_MAX, type Batch, type Locale, type Paged } from '@app/contracts';
import { until } from '@app/api/test-support/until';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { restartAfterFault } from '../../src/product/faults.js';
import { inLocale, text } from '../../src/texts.js';
import { readZip } from '../../src/zip-file.js';
import { expect, test } from '../support/fault-fixtures.js';

const ROWS = 50;
const PRICE = 3.5;
/** How many rows the credits pay for at first, and after more were given. */
const FIRST_ROWS = 12;
const MADE_ROWS = 30;
const FAULTY = 7;
const TIMEOUT_MS = 300_000;

const press = (page: Page, locale: Locale, key: string, values: Record<string, string | number> = {}) =>
  page.getByRole('button', { name: text(locale, `batch:${key}`, values), exact: true }).click();

async function addLines(page: Page, locale: Locale, prompts: readonly string[]): Promise<void> {
  await page.getByLabel(text(locale, 'batch:input.lines.label')).fill(prompts.join('\n'));
  await press(page, locale, 'input.add', { count: prompts.length });
}

/** The names of images in the archive of the batch that the page shows. */
async function download(page: Page, locale: Locale, count: number): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, locale, 'actions.download', { count })]);
  const names = [...readZip(await readFile(await file.path())).keys()];
  return names.filter((name) => name.endsWith('.png'));
}

for (const locale of LOCALES)
  test(`a batch of ${ROWS} survives a killed worker, a closed tab, missing credits and a stop: ${locale}`, async ({
    open,
    newUser,
    database,
    faults,
    product,
  }) => {
    const user = await newUser({ locale, plan: 'enterprise', credits: FIRST_ROWS * PRICE });
    const { page } = await open.asUser(user, locale);
    const newest = async (): Promise<Batch> => {
      const [batch] = (await user.call<Paged<Batch>>('GET', '/batches')).data;
      if (!batch) throw new Error('There is no batch');
      return batch;
    };

    await page.goto(inLocale(locale, '/batch'));
    const prompts = Array.from({ length: ROWS }, (_, n) =>
      n + 1 === FAULTY ? 'x'.repeat(PROMPT_MAX + 1) : `fox ${n}`,
    );
    await addLines(page, locale, prompts);
    const column = text(locale, 'batch:columns.prompt');
    await page.getByText(text(locale, 'batch:faults.tooLong', { column, over: 1, max: PROMPT_MAX })).waitFor();
    await press(page, locale, 'rows.remove', { number: FAULTY });
    await addLines(page, locale, ['a heron']);

    await faults.arm('painted', 'kill');
    await page.getByRole('button', { name: text(locale, 'batch:start.action', { count: ROWS }) }).click();
    await page.waitForURL(/\/batch\/[\w-]{36}$/);
    const address = page.url();
    await page.goto('about:blank');
    await faults.waitFor('painted');
    await restartAfterFault(product, 'worker');

    const runsOutAfter = (rows: number) =>
      until(async () => {
        const { pause_reason: reason, rows_by_status: byStatus } = await newest();
        return reason === 'insufficient_credits' && byStatus.completed === rows;
      }, TIMEOUT_MS);
    await runsOutAfter(FIRST_ROWS);
    await page.goto(address);
    await page.getByText(text(locale, 'batch:pause.insufficient_credits.title')).waitFor();
    await database.giveCredits(user.id, (MADE_ROWS - FIRST_ROWS) * PRICE);
    await press(page, locale, 'actions.resume');
    await runsOutAfter(MADE_ROWS);
    await press(page, locale, 'actions.stop');
    await press(page, locale, 'stop.yes');
    await until(async () => (await newest()).status === 'stopped', TIMEOUT_MS);
    expect(await download(page, locale, MADE_ROWS)).toHaveLength(MADE_ROWS);

    const left = ROWS - MADE_ROWS;
    await database.giveCredits(user.id, left * PRICE);
    await press(page, locale, 'actions.retry', { count: left });
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text(locale, 'batch:retry.yes', { count: left }) })
      .click();
    await page.waitForURL((url) => url.pathname.includes('/batch/') && url.href !== address);
    await page
      .getByText(text(locale, 'batch:status.completed'), { exact: true })
      .first()
      .waitFor({ timeout: TIMEOUT_MS });
    expect(await download(page, locale, left)).toHaveLength(left);
    const { data } = await user.call<Paged<Batch>>('GET', '/batches');
    expect(data.reduce((sum, { credits_used: used }) => sum + used, 0)).toBe(ROWS * PRICE);
  });
