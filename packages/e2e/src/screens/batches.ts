import type { BatchCheck, BatchRow, BatchWithRows, Locale, Quota } from '@app/contracts';
import { text } from '../texts.js';
import { waitForContent, type Screen, type View } from './view.js';
import type { ScreenData } from './screen-data.js';

const newcomer: Screen['as'] = ({ newUser: user }: ScreenData) => user;
const collector: Screen['as'] = ({ collector: user }: ScreenData) => user;

const ID = '7a1f0c1e-0000-4000-8000-0000000000d1';
const STATUSES = ['completed', 'completed', 'failed', 'processing', 'pending', 'waiting', 'waiting'] as const;

const promptOf = (locale: Locale, index: number): string => text(locale, `generate:examples.${(index % 6) + 1}`);

/** In the middle of its rows: two are made, one has failed. */
function batchOf({ locale, data }: View, change: Partial<BatchWithRows> = {}): BatchWithRows {
  const images = data.collection.filter(({ status }) => status === 'completed');
  const rows = STATUSES.map((status, index): BatchRow => {
    const image = images[index];
    return {
      number: index + 1,
      status,
      error_code: status === 'failed' ? 'CONTENT_REJECTED' : null,
      prompt: promptOf(locale, index),
      negative_prompt: null,
      model: 'sd3.5-medium',
      style: 'photographic',
      size: '1:1',
      quality: 'standard',
      output_format: 'png',
      seed: null,
      count: 1,
      price: 3.5,
      credits_used: status === 'completed' ? 3.5 : 0,
      generation_id: null,
      images: status === 'completed' && image ? [image] : [],
    };
  });
  const of = (wanted: BatchRow['status']) => rows.filter(({ status }) => status === wanted).length;
  return {
    id: ID,
    name: null,
    status: 'running',
    pause_reason: null,
    source: 'web',
    row_count: rows.length,
    rows_by_status: {
      waiting: of('waiting'),
      pending: of('pending'),
      processing: of('processing'),
      completed: of('completed'),
      failed: of('failed'),
      cancelled: 0,
    },
    total_credits: 24.5,
    credits_used: 7,
    credits_held: 7,
    estimated_seconds: 95,
    held_until: null,
    created_at: '2026-11-20T16:12:00.000Z',
    expires_at: '2026-11-27T16:12:00.000Z',
    finished_at: null,
    ...change,
    rows,
  };
}

async function writeRows({ page, locale, go }: View, prompts: readonly string[]): Promise<void> {
  await go('/batch');
  await page.getByLabel(text(locale, 'batch:input.lines.label')).fill(prompts.join('\n'));
  await page.getByRole('button', { name: text(locale, 'batch:input.add', { count: prompts.length }) }).click();
}

export async function openBatch(view: View, change: Partial<BatchWithRows> = {}): Promise<void> {
  const data = batchOf(view, change);
  await view.page.route(`**/api/batches/${ID}`, (route) => route.fulfill({ json: { success: true, data } }));
  await view.go(`/batch/${ID}`);
}

const runScreen = (name: string, change: Partial<BatchWithRows>, key: string): Screen => ({
  name,
  as: collector,
  open: async (view) => {
    await openBatch(view, change);
    await view.waitForText(key);
    await waitForContent(view.page);
  },
});

const ENDED = {
  rows_by_status: { waiting: 0, pending: 0, processing: 0, completed: 2, failed: 1, cancelled: 4 },
  estimated_seconds: null,
  finished_at: '2026-11-20T16:20:00.000Z',
};

export const batchScreens: readonly Screen[] = [
  {
    name: 'batch-announced',
    as: newcomer,
    open: async (view) => {
      await view.go('/batch');
      await view.waitForText('batch:seePlans');
      await waitForContent(view.page);
    },
  },
  {
    name: 'batch-empty',
    as: collector,
    open: async (view) => {
      await view.go('/batch');
      await view.page.getByLabel(text(view.locale, 'batch:input.lines.label')).waitFor();
      await waitForContent(view.page);
    },
  },
  {
    name: 'batch-rows',
    as: collector,
    open: async (view) => {
      await view.page.route('**/api/batches/check', async (route) => {
        const response = await route.fetch();
        const { data } = (await response.json()) as { data: BatchCheck };
        const short = { ...data, available_credits: 11, affordable_rows: 3 };
        await route.fulfill({ response, json: { success: true, data: short } });
      });
      const prompts = [0, 1, 2, 3].map((index) => promptOf(view.locale, index));
      await writeRows(view, [...prompts, 'x'.repeat(501)]);
      const column = text(view.locale, 'batch:columns.prompt');
      await view.page.getByText(text(view.locale, 'batch:faults.tooLong', { column, over: 1, max: 500 })).waitFor();
      await waitForContent(view.page);
    },
  },
  runScreen('batch-running', {}, 'batch:actions.pause'),
  runScreen(
    'batch-held',
    { estimated_seconds: null, held_until: new Date(Date.now() + 35 * 60_000).toISOString() },
    'batch:held.title',
  ),
  {
    name: 'batch-paused',
    as: collector,
    open: async (view) => {
      await view.page.route('**/api/quota', async (route) => {
        const response = await route.fetch();
        const { data } = (await response.json()) as { data: Quota };
        await route.fulfill({ response, json: { success: true, data: { ...data, remainingCredits: 1 } } });
      });
      await openBatch(view, { status: 'paused', pause_reason: 'insufficient_credits', estimated_seconds: null });
      await view.waitForText('batch:pause.insufficient_credits.title');
      await waitForContent(view.page);
    },
  },
  {
    name: 'batch-delete-question',
    as: collector,
    open: async (view) => {
      await openBatch(view, { status: 'stopped', ...ENDED });
      await view.page.getByRole('button', { name: text(view.locale, 'batch:actions.delete'), exact: true }).click();
      await view.waitForText('batch:delete.text');
    },
  },
];
