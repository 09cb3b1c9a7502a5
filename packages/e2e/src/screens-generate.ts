import type { Generation, GenerationProgress } from '@app/contracts';
import type { Page } from 'playwright-core';
import { loaded, type Screen, type View } from './screens-view.js';
import type { World } from './screens-world.js';
import { text } from './texts.js';

const newcomer = ({ newcomer: person }: World) => person;

/** The generate page of somebody who asked for this generation in this visit. */
export async function openVisit({ page, go }: View, generation: string): Promise<void> {
  await page.addInitScript((id) => sessionStorage.setItem('generate_visit', JSON.stringify([id])), generation);
  await go('/generate');
}

/** Fills the form with a description. */
export const describePicture = ({ page, locale }: View) =>
  page.getByLabel(text(locale, 'generate:prompt.label')).fill(text(locale, 'generate:examples.2'));

/** The words of the worker, at a moment that otherwise passes too quickly to be looked at. */
async function sayProgress(page: Page, generation: Generation): Promise<void> {
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

export const generateScreens: readonly Screen[] = [
  {
    name: 'generate-empty',
    as: newcomer,
    open: async ({ page, go, see }) => {
      await go('/generate');
      await see('generate:submit.balanceAfter', { before: '5', after: '1.5' });
      await loaded(page);
    },
  },
  {
    name: 'generate-filled',
    as: newcomer,
    open: async (view) => {
      await view.go('/generate?style=cinematic&size=16:9');
      await describePicture(view);
      await view.see('generate:submit.balanceAfter', { before: '5', after: '1.5' });
      await loaded(view.page);
    },
  },
  {
    name: 'generate-too-long',
    as: newcomer,
    open: async ({ page, locale, go, see }) => {
      await go('/generate');
      await page.getByLabel(text(locale, 'generate:prompt.label')).fill('灯塔 lighthouse '.repeat(40));
      await page.getByLabel(text(locale, 'generate:prompt.label')).press('Control+Enter');
      await see('generate:reasons.PROMPT_TOO_LONG', { over: 60 });
    },
  },
  {
    name: 'generate-insufficient',
    as: newcomer,
    open: async (view) => {
      await view.go('/generate?model=sd3.5-large');
      await describePicture(view);
      await loaded(view.page);
      await view.page.locator('button[type="submit"]').click();
      await view.see('generate:reasons.INSUFFICIENT_CREDITS');
    },
  },
  {
    name: 'generate-dalle',
    as: newcomer,
    open: async (view) => {
      await view.go('/generate?model=dall-e-3');
      await describePicture(view);
      await view.see('generate:reasons.MODEL_NOT_SUPPORTED');
    },
  },
  {
    name: 'generate-waiting',
    as: ({ waiting }) => waiting.person,
    open: async (view) => {
      await openVisit(view, view.world.waiting.generation.id);
      await view.see('generate:result.pending');
    },
  },
  {
    name: 'generate-running',
    as: ({ waiting }) => waiting.person,
    open: async (view) => {
      await sayProgress(view.page, view.world.waiting.generation);
      await openVisit(view, view.world.waiting.generation.id);
      await view.see('generate:result.stages.drawing');
    },
  },
  {
    name: 'generate-done',
    as: ({ finished }) => finished.person,
    open: async (view) => {
      await openVisit(view, view.world.finished.generation);
      await view.see('generate:result.download');
      await loaded(view.page);
    },
  },
  {
    name: 'generate-failed',
    as: ({ failed }) => failed.person,
    open: async (view) => {
      await openVisit(view, view.world.failed.generation);
      await view.see('generate:result.failedTitle');
    },
  },
];
