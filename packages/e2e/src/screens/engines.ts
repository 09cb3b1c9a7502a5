import type { Answer, Generation, ModelOffer, Picture } from '@app/contracts';
import type { Page } from '@playwright/test';
import { describePicture, openVisit } from './generate.js';
import { loaded, type Screen, type View } from './view.js';
import { text } from '../texts.js';

type Change = (offer: ModelOffer) => Partial<ModelOffer>;

const DOWN = { status: 'unavailable', retry_after: 25 } as const;
const isPainted = ({ status }: ModelOffer): boolean => status !== 'coming_soon';

/** An installation with Stability AI, in a state that otherwise needs an outage. */
async function offer(page: Page, change: Change = () => ({})): Promise<void> {
  await page.route('**/api/images/models', async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: Answer<'images.models'> };
    const offers = data.map((each): ModelOffer => ({
      ...each,
      ...(isPainted(each) && {
        engine: 'stability',
        honours_negative_prompt: each.id !== 'sd3.5-large-turbo',
        formats: ['png', 'jpeg'],
        ...change(each),
      }),
    }));
    await route.fulfill({ json: { success: true, data: offers } });
  });
}

async function refuse(page: Page, code: string, status: number, retryAfter: number): Promise<void> {
  await page.route('**/api/images/generate', (route) =>
    route.fulfill({ status, headers: { 'retry-after': String(retryAfter) }, json: { success: false, code } }),
  );
}

async function retell(page: Page, change: (generation: Generation) => Generation): Promise<void> {
  await page.route('**/api/images/generations/*', async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: Generation };
    await route.fulfill({ json: { success: true, data: change(data) } });
  });
}

/** Four images, of which those at `missing` failed. */
const four =
  (missing: readonly number[], code: Picture['error_code']) =>
  (generation: Generation): Generation => {
    const [first] = generation.generated_images;
    const pictures = [0, 1, 2, 3].flatMap((index): Picture[] => {
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
      generated_images: pictures,
      credits_used: (4 - missing.length) * generation.unit_price,
      credits_returned: missing.length * generation.unit_price,
    };
  };

/** Shows the same waiting generation three times in the queue. */
async function multiply({ page, world }: View): Promise<void> {
  const { generation } = world.waiting;
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

const newcomer: Screen['as'] = ({ newcomer: person }) => person;

async function press({ page, locale }: View): Promise<void> {
  await page.getByRole('button', { name: text(locale, 'generate:submit.action') }).click();
}

const refused = (name: string, code: string, status: number): Screen => ({
  name,
  as: newcomer,
  open: async (view) => {
    await offer(view.page);
    await refuse(view.page, code, status, 30);
    await view.go('/generate');
    await describePicture(view);
    await press(view);
    await view.page.getByText(text(view.locale, 'generate:refused.nothingSpent')).waitFor();
  },
});

const retold = (name: string, change: (generation: Generation) => Generation, key: string): Screen => ({
  name,
  as: ({ finished }) => finished.person,
  open: async (view) => {
    await offer(view.page);
    await retell(view.page, change);
    await openVisit(view, view.world.finished.generation);
    await view.see(key);
    await loaded(view.page);
  },
});

export const engineScreens: readonly Screen[] = [
  {
    name: 'engine-down-one',
    as: newcomer,
    open: async (view) => {
      await offer(view.page, ({ id }) => (id === 'sd3.5-medium' || id === 'sd3.5-large' ? DOWN : {}));
      await view.go('/generate');
      await describePicture(view);
      await view.see('generate:engine.modelDown', { model: text(view.locale, 'options:models.sd3.5-medium') });
    },
  },
  {
    name: 'engine-down-all',
    as: newcomer,
    open: async (view) => {
      await offer(view.page, () => DOWN);
      await view.go('/generate');
      await describePicture(view);
      await view.see('generate:engine.modelDown', { model: text(view.locale, 'options:models.sd3.5-medium') });
    },
  },
  {
    name: 'engine-limits',
    as: newcomer,
    open: async (view) => {
      await offer(view.page, () => ({ engine: 'webui', styles: 'in_words', honours_negative_prompt: false }));
      await view.go('/generate?model=sd3.5-large-turbo');
      await describePicture(view);
      await view.page.getByLabel(text(view.locale, 'generate:negative.label')).fill('people, clouds');
      await view.page.getByRole('radio', { name: 'WebP' }).click();
      await view.see('generate:engine.stylesInWords');
      await loaded(view.page);
    },
  },
  refused('refused-engine', 'ENGINE_UNAVAILABLE', 503),
  refused('refused-backlog', 'BACKLOG_FULL', 503),
  refused('refused-rate', 'RATE_LIMITED', 429),
  retold('partial', four([2], 'ENGINE_FAILED'), 'generate:result.missingAgain'),
  retold('partial-filtered', four([0], 'CONTENT_REJECTED'), 'generate:result.otherSeed'),
  retold('failed-rejected', four([0, 1, 2, 3], 'CONTENT_REJECTED'), 'generate:result.reword'),
  retold(
    'failed-wide',
    (generation) => {
      const told = four([0, 1, 2, 3], 'DEADLINE_EXCEEDED')(generation);
      return {
        ...told,
        generated_images: told.generated_images.map((each) => ({ ...each, width: 1536, height: 640 })),
      };
    },
    'work:failures.DEADLINE_EXCEEDED',
  ),
  {
    name: 'running-several',
    as: ({ waiting }) => waiting.person,
    open: async (view) => {
      await multiply(view);
      await view.go('/generate');
      await view.see('work:line.placeShort', { position: 2 });
    },
  },
  {
    name: 'running-late',
    as: ({ waiting }) => waiting.person,
    open: async (view) => {
      const deadline = new Date(Date.now() + 45_000).toISOString();
      await retell(view.page, (generation) => ({
        ...generation,
        status: 'processing',
        generated_images: generation.generated_images.map((each) => ({ ...each, status: 'processing' as const })),
        queue: { position: 0, estimated_seconds: 12 },
        deadline,
      }));
      await view.page.route('**/api/images/events', (route) => route.abort());
      await openVisit(view, view.world.waiting.generation.id);
      await view.page.getByText(/There within|内出图/).waitFor();
    },
  },
];
