import type { Locale } from '@app/contracts';
import type { Page } from '@playwright/test';
import type { ProductDatabase } from '../../src/product/database.js';
import type { Product } from '../../src/product/product.js';
import type { TestUser } from '../../src/users/test-user.js';
import { text } from '../../src/texts.js';

export const PROMPT: Record<Locale, string> = { en: 'A lighthouse in a storm', zh: '暴风雨中的灯塔' };
/** The deadline of an image, also on a busy machine. */
export const IMAGE_TIMEOUT = { timeout: 240_000 };

export const generatePage = (page: Page, locale: Locale) => {
  const t = (key: string, values?: Record<string, string | number>): string => text(locale, key, values);
  const result = page.getByRole('region', { name: t('generate:result.label') });
  return {
    t,
    prompt: page.getByLabel(t('generate:prompt.label')),
    submit: page.locator('button[type="submit"]'),
    result,
    image: result.getByRole('img', { name: PROMPT[locale] }),
    balance: (credits: number) =>
      page.getByRole('region', { name: t('credits:title'), exact: true }).getByText(String(credits), { exact: true }),
    button: (key: string) => page.getByRole('button', { name: t(key), exact: true }),
  };
};

export const findGenerations = (database: ProductDatabase, user: TestUser): Promise<{ id: string; status: string }[]> =>
  database.query(`select id, status from generations where user_id = $1`, [user.id]);

/** The worker stands still during `run`, so that generations stay in the queue. */
export async function withoutWorker({ running }: Product, run: () => Promise<void>): Promise<void> {
  const worker = running.pid('worker');
  if (worker === undefined) throw new Error('There is no worker to stand still');
  process.kill(worker, 'SIGSTOP');
  try {
    await run();
  } finally {
    process.kill(worker, 'SIGCONT');
  }
}

/** The page does not hear that its generation goes on. */
export const keepPending = (page: Page): Promise<unknown> =>
  page.route(/\/api\/images\/(events|generations\/)/, () => undefined);

export const endDeadline = (database: ProductDatabase, user: TestUser): Promise<unknown> =>
  database.query(`update generations set deadline = now() where finished_at is null and user_id = $1`, [user.id]);
