import type { Generation, GenerationProgress, PromptUse } from '@app/contracts';
import type { Page } from '@playwright/test';
import { pretendToDelete, waitForContent, type Screen, type View } from './view.js';
import type { ScreenData } from './screen-data.js';
import { text } from '../texts.js';

const newcomer = ({ newUser: user }: ScreenData) => user;

export async function openRecentGeneration({ page, go }: View, generation: string): Promise<void> {
  await page.addInitScript((id) => sessionStorage.setItem('generate_visit', JSON.stringify([id])), generation);
  await go('/generate');
}

export const fillPrompt = ({ page, locale }: View) =>
  page.getByLabel(text(locale, 'generate:prompt.label')).fill(text(locale, 'generate:examples.2'));

/** Simulates a progress event that otherwise passes too quickly. */
async function mockProgress(page: Page, generation: Generation): Promise<void> {
  const progress: GenerationProgress = {
    generation_id: generation.id,
    image_id: generation.id,
    stage: 'drawing',
    fraction: 0.4,
    preview: null,
  };
  const open: Generation = { ...generation, status: 'processing' };
  const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const body = event('snapshot', { generations: [open] }) + event('progress', progress);
  await page.route('**/api/images/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
}

const finishedUser = ({ finished: { user } }: ScreenData) => user;

async function openFinished(view: View, change: (generation: Generation) => Partial<Generation> = () => ({})) {
  await view.page.route('**/api/images/generations/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const { data } = (await (await route.fetch()).json()) as { data: Generation };
    return route.fulfill({ json: { success: true, data: { ...data, ...change(data) } } });
  });
  await openRecentGeneration(view, view.data.finished.generation);
  await view.page.getByRole('button', { name: text(view.locale, 'generate:result.more'), exact: true }).waitFor();
  await waitForContent(view.page);
}

const press = ({ page, locale }: View, key: string, role: 'button' | 'menuitem' | 'radio' = 'button') =>
  page.getByRole(role, { name: text(locale, key), exact: true }).click();

async function openMore(view: View): Promise<void> {
  await press(view, 'generate:result.more');
  await view.page.getByRole('menuitem').first().waitFor();
}

async function openComparison(view: View, size: string): Promise<void> {
  const parent = view.data.collection.find((item) => item.status === 'completed' && item.size === size);
  await view.page.route(`**/api/images/${parent?.id}`, (route) =>
    route.fulfill({ json: { success: true, data: parent } }),
  );
  await openFinished(view, () => ({ parent_id: parent?.id ?? null }));
  await press(view, 'generate:result.compare');
  await view.page.getByRole('dialog').getByRole('slider').waitFor();
  await waitForContent(view.page);
}

async function mockPrompts({ page }: View, count: number): Promise<void> {
  const prompts = [1, 2, 3, 4, 5, 6].flatMap((key) => [
    text('en', `generate:examples.${key}`),
    text('zh', `generate:examples.${key}`),
  ]);
  const data = prompts.slice(0, count).map((prompt, index): PromptUse => ({
    prompt,
    negative_prompt: index % 4 === 1 ? 'people, text' : null,
    count: 1,
    last_used_at: new Date(Date.UTC(2026, 10, 19 - index, 9)).toISOString(),
    generation_id: '7a1f0c1e-0000-4000-8000-00000000000a',
    model: 'sd3.5-medium',
    style: 'enhance',
    size: '1:1',
  }));
  await page.route('**/api/images/prompts?*', (route) =>
    route.fulfill({ json: { success: true, data: { data, page: 1, limit: 20, total: count } } }),
  );
}

async function openHistory(view: View, count: number): Promise<void> {
  await mockPrompts(view, count);
  await view.go('/generate');
  await press(view, 'generate:history.label');
  await view.page.getByRole('combobox').waitFor();
}

export const generateScreens: readonly Screen[] = [
  {
    name: 'generate-empty',
    as: newcomer,
    open: async ({ page, go, waitForText }) => {
      await go('/generate');
      await waitForText('generate:submit.balanceAfter', { before: '5', after: '1.5' });
      await waitForContent(page);
    },
  },
  {
    name: 'settings-sheet',
    as: newcomer,
    widths: [390],
    open: async (view) => {
      const { page, locale } = view;
      await view.go('/generate');
      await fillPrompt(view);
      await view.waitForText('generate:submit.balanceAfter', { before: '5', after: '1.5' });
      await page.getByRole('button', { name: new RegExp(`^${text(locale, 'generate:style.label')}`) }).click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
      await waitForContent(page);
    },
  },
  {
    name: 'generate-filled',
    as: newcomer,
    open: async (view) => {
      await view.go('/generate?style=cinematic&size=16:9');
      await fillPrompt(view);
      await view.waitForText('generate:submit.balanceAfter', { before: '5', after: '1.5' });
      await waitForContent(view.page);
    },
  },
  {
    name: 'generate-too-long',
    as: newcomer,
    open: async ({ page, locale, go, waitForText }) => {
      await go('/generate');
      await page.getByLabel(text(locale, 'generate:prompt.label')).fill('灯塔 lighthouse '.repeat(40));
      await page.getByLabel(text(locale, 'generate:prompt.label')).press('Control+Enter');
      await waitForText('generate:reasons.PROMPT_TOO_LONG', { over: 60 });
    },
  },
  {
    name: 'generate-insufficient',
    as: newcomer,
    open: async (view) => {
      await view.go('/generate?model=sd3.5-large');
      await fillPrompt(view);
      await waitForContent(view.page);
      await view.page.locator('button[type="submit"]').click();
      await view.waitForText('generate:reasons.INSUFFICIENT_CREDITS');
    },
  },
  {
    name: 'generate-dalle',
    as: newcomer,
    open: async (view) => {
      await view.go('/generate?model=dall-e-3');
      await fillPrompt(view);
      await view.waitForText('generate:reasons.MODEL_NOT_SUPPORTED');
    },
  },
  {
    name: 'generate-waiting',
    as: ({ waiting }) => waiting.user,
    open: async (view) => {
      await openRecentGeneration(view, view.data.waiting.generation.id);
      await view.waitForText('generate:result.pending');
    },
  },
  {
    name: 'generate-running',
    as: ({ waiting }) => waiting.user,
    open: async (view) => {
      await mockProgress(view.page, view.data.waiting.generation);
      await openRecentGeneration(view, view.data.waiting.generation.id);
      await view.waitForText('generate:result.stages.drawing');
    },
  },
  {
    name: 'generate-done',
    as: ({ finished }) => finished.user,
    open: async (view) => {
      await openRecentGeneration(view, view.data.finished.generation);
      await view.waitForText('generate:result.download');
      await waitForContent(view.page);
    },
  },
  {
    name: 'generate-failed',
    as: ({ failed }) => failed.user,
    open: async (view) => {
      await openRecentGeneration(view, view.data.failed.generation);
      await view.waitForText('generate:result.failedTitle');
    },
  },
  {
    name: 'generate-more',
    as: finishedUser,
    open: async (view) => {
      await openFinished(view);
      await openMore(view);
    },
  },
  {
    name: 'generate-delete-question',
    as: finishedUser,
    open: async (view) => {
      await openFinished(view);
      await openMore(view);
      await press(view, 'work:removal.action', 'menuitem');
      await view.waitForText('work:removal.confirm');
    },
  },
  {
    name: 'generate-deleted',
    as: finishedUser,
    open: async (view) => {
      await openFinished(view);
      await pretendToDelete(view.page);
      await openMore(view);
      await press(view, 'work:removal.action', 'menuitem');
      await press(view, 'work:removal.confirm');
      await view.waitForText('work:removal.undo');
    },
  },
  {
    name: 'generate-lost',
    as: finishedUser,
    open: async (view) => {
      await openFinished(view, ({ generated_images }) => ({
        generated_images: generated_images.map((each) => ({ ...each, url: null, thumbnails: [] })),
      }));
      await view.waitForText('generate:lost.title');
    },
  },
  {
    name: 'compare',
    as: finishedUser,
    open: (view) => openComparison(view, '3:2'),
  },
  {
    name: 'compare-ratios',
    as: finishedUser,
    open: (view) => openComparison(view, '9:16'),
  },
  {
    name: 'compare-sides',
    as: finishedUser,
    widths: [1280],
    open: async (view) => {
      await openComparison(view, '9:16');
      await press(view, 'compare:views.sides', 'radio');
      await waitForContent(view.page);
    },
  },
  {
    name: 'history',
    as: newcomer,
    open: async (view) => {
      await openHistory(view, 12);
      await view.page.getByRole('option').first().waitFor();
      await view.page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'history-empty',
    as: newcomer,
    open: async (view) => {
      await openHistory(view, 0);
      await view.waitForText('generate:history.empty');
    },
  },
  {
    name: 'history-no-match',
    as: newcomer,
    open: async (view) => {
      await openHistory(view, 12);
      await view.page.getByRole('combobox').fill('unicorn');
      await view.waitForText('generate:history.noMatch');
    },
  },
];
