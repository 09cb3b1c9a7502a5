import type { Answer, Generation, ModelOffer, GenerationImage } from '@app/contracts';
import type { Page } from '@playwright/test';
import { fillPrompt, openRecentGeneration } from './generate.js';
import { waitForContent, type Screen, type View } from './view.js';
import { text } from '../texts.js';

type Change = (mockModels: ModelOffer) => Partial<ModelOffer>;

const DOWN = { status: 'unavailable', retry_after: 25 } as const;
const isSelectable = ({ status }: ModelOffer): boolean => status !== 'coming_soon';

/** An installation with Stability AI, in a state that otherwise needs an outage. */
async function offer(page: Page, change: Change = () => ({})): Promise<void> {
  await page.route('**/api/images/models', async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: Answer<'images.models'> };
    const offers = data.map((each): ModelOffer => ({
      ...each,
      ...(isSelectable(each) && {
        engine: 'stability',
        honours_negative_prompt: each.id !== 'sd3.5-large-turbo',
        formats: ['png', 'jpeg'],
        ...change(each),
      }),
    }));
    await route.fulfill({ json: { success: true, data: offers } });
  });
}

async function mockRefusal(page: Page, code: string, status: number, retryAfter: number): Promise<void> {
  await page.route('**/api/images/generate', (route) =>
    route.fulfill({ status, headers: { 'retry-after': String(retryAfter) }, json: { success: false, code } }),
  );
}

/** The stream would show a generation that ended a moment ago as it is. */
async function mockGeneration(page: Page, change: (generation: Generation) => Generation): Promise<void> {
  await page.route('**/api/images/events', (route) => route.abort());
  await page.route('**/api/images/generations/*', async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: Generation };
    await route.fulfill({ json: { success: true, data: change(data) } });
  });
}

/** Four images, of which those at `missing` failed. */
const withFourImages =
  (missing: readonly number[], code: GenerationImage['error_code']) =>
  (generation: Generation): Generation => {
    const [first] = generation.generated_images;
    const images = [0, 1, 2, 3].flatMap((index): GenerationImage[] => {
      if (!first) return [];
      const lost = { status: 'failed', error_code: code, url: null, thumbhash: null } as const;
      const id = index === 0 ? first.id : `${first.id.slice(0, -1)}${index}`;
      return [{ ...first, id, seed: first.seed + index, ...(missing.includes(index) && { ...lost, thumbnails: [] }) }];
    });
    return {
      ...generation,
      count: 4,
      engine: 'stability',
      understood: [],
      status: missing.length === 4 ? 'failed' : 'completed',
      generated_images: images,
      credits_used: (4 - missing.length) * generation.unit_price,
      credits_returned: missing.length * generation.unit_price,
    };
  };

/** Shows the same waiting generation three times in the queue. */
async function mockQueue({ page, data }: View): Promise<void> {
  const { generation } = data.waiting;
  const ids = [0, 1, 2].map((index) => `${generation.id.slice(0, -1)}${index}`);
  await page.route('**/api/images/events', (route) => route.abort());
  await page.route('**/api/images/generations/*', (route) => {
    const id = route.request().url().split('/').at(-1) ?? '';
    const position = ids.indexOf(id);
    const status = position === 0 ? 'processing' : 'pending';
    const generated_images = generation.generated_images.map((each) => ({ ...each, id, status }));
    const queue = { position, estimated_seconds: 10 + 20 * position };
    return route.fulfill({ json: { success: true, data: { ...generation, id, status, generated_images, queue } } });
  });
  await page.addInitScript(
    (visit) => sessionStorage.setItem('generate_visit', JSON.stringify(visit)),
    ids.toReversed(),
  );
}

const newcomer: Screen['as'] = ({ newUser: user }) => user;

async function press({ page, locale }: View): Promise<void> {
  await page.getByRole('button', { name: text(locale, 'generate:submit.action') }).click();
}

const refusedScreen = (name: string, code: string, status: number): Screen => ({
  name,
  as: newcomer,
  open: async (view) => {
    await offer(view.page);
    await mockRefusal(view.page, code, status, 30);
    await view.go('/generate');
    await fillPrompt(view);
    await press(view);
    await view.page.getByText(text(view.locale, 'generate:refused.nothingSpent')).waitFor();
  },
});

const generationScreen = (name: string, change: (generation: Generation) => Generation, key: string): Screen => ({
  name,
  as: ({ finished }) => finished.user,
  open: async (view) => {
    await offer(view.page);
    await mockGeneration(view.page, change);
    await openRecentGeneration(view, view.data.finished.generation);
    await view.waitForText(key);
    await waitForContent(view.page);
  },
});

export const engineScreens: readonly Screen[] = [
  {
    name: 'engine-down-one',
    as: newcomer,
    open: async (view) => {
      await offer(view.page, ({ id }) => (id === 'sd3.5-medium' || id === 'sd3.5-large' ? DOWN : {}));
      await view.go('/generate');
      await fillPrompt(view);
      await view.waitForText('generate:engine.modelDown', { model: text(view.locale, 'options:models.sd3.5-medium') });
    },
  },
  {
    name: 'engine-down-all',
    as: newcomer,
    open: async (view) => {
      await offer(view.page, () => DOWN);
      await view.go('/generate');
      await fillPrompt(view);
      await view.waitForText('generate:engine.modelDown', { model: text(view.locale, 'options:models.sd3.5-medium') });
    },
  },
  {
    name: 'engine-limits',
    as: newcomer,
    open: async (view) => {
      await offer(view.page, () => ({ engine: 'webui', styles: 'in_words', honours_negative_prompt: false }));
      await view.go('/generate?model=sd3.5-large-turbo');
      await fillPrompt(view);
      await view.page.getByRole('button', { name: text(view.locale, 'generate:negative.open'), exact: true }).click();
      await view.page.getByLabel(text(view.locale, 'generate:negative.label')).fill('people, clouds');
      await view.page.locator('[data-setting="style"]').click();
      await view.waitForText('generate:engine.stylesInWords');
      await waitForContent(view.page);
    },
  },
  refusedScreen('refused-engine', 'ENGINE_UNAVAILABLE', 503),
  refusedScreen('refused-backlog', 'BACKLOG_FULL', 503),
  refusedScreen('refused-rate', 'RATE_LIMITED', 429),
  refusedScreen('refused-prompts', 'TOO_MANY_REFUSALS', 429),
  generationScreen('partial', withFourImages([2], 'ENGINE_FAILED'), 'generate:result.missingAgain'),
  generationScreen('partial-filtered', withFourImages([0], 'CONTENT_REJECTED'), 'generate:result.otherSeed'),
  generationScreen('failed-rejected', withFourImages([0, 1, 2, 3], 'CONTENT_REJECTED'), 'generate:result.reword'),
  generationScreen(
    'failed-wide',
    (generation) => {
      const told = withFourImages([0, 1, 2, 3], 'DEADLINE_EXCEEDED')(generation);
      return {
        ...told,
        generated_images: told.generated_images.map((each) => ({ ...each, width: 1536, height: 640 })),
      };
    },
    'work:failures.DEADLINE_EXCEEDED',
  ),
  {
    name: 'running-several',
    as: ({ waiting }) => waiting.user,
    open: async (view) => {
      await mockQueue(view);
      await view.go('/generate');
      await view.waitForText('work:line.placeShort', { position: 2 });
    },
  },
  {
    name: 'running-late',
    as: ({ waiting }) => waiting.user,
    open: async (view) => {
      const deadline = new Date(Date.now() + 45_000).toISOString();
      await mockGeneration(view.page, (generation) => ({
        ...generation,
        status: 'processing',
        generated_images: generation.generated_images.map((each) => ({ ...each, status: 'processing' as const })),
        queue: { position: 0, estimated_seconds: 12 },
        deadline,
      }));
      await openRecentGeneration(view, view.data.waiting.generation.id);
      await view.page.getByText(/Ready within|内出图/).waitFor();
    },
  },
];
