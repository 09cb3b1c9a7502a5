import type { Answer, Locale } from '@app/contracts';
import type { Locator, Page } from '@playwright/test';
import type { TestUser } from '../../src/users/test-user.js';
import { text } from '../../src/texts.js';

/** A window that a whole page of the list fits, so that nobody scrolls on to the next. */
export const TALL_WINDOW = { viewport: { width: 1280, height: 2400 } };

/** `No. 0003` */
export const frameNumber = (number: number): string => `No. ${String(number).padStart(4, '0')}`;

/** Both ends included, in this order. */
export const fromTo = (first: number, last: number): number[] =>
  Array.from({ length: Math.abs(first - last) + 1 }, (_, index) => first + (first > last ? -index : index));

export async function listNumbers(user: TestUser): Promise<number[]> {
  const { data } = await user.call<Answer<'images.list'>>('GET', '/images?page=1&limit=12');
  return data.map(({ frame_number: frame }) => frame);
}

export const galleryPage = (page: Page, locale: Locale) => {
  const t = (key: string, values?: Record<string, string | number>): string => text(locale, key, values);
  const sheet = page
    .getByRole('list', { name: t('gallery:sheet') })
    .or(page.getByRole('list', { name: t('gallery:favorites.sheet') }));
  const item = (number: number): Locator => sheet.getByRole('listitem').filter({ hasText: frameNumber(number) });
  return {
    t,
    sheet,
    item,
    card: (number: number) => item(number).locator('[data-image]'),
    dialog: page.getByRole('dialog'),
    undo: page.getByRole('button', { name: new RegExp(`^${t('gallery:removal.undo')}`) }),
    button: (key: string) => page.getByRole('button', { name: t(key), exact: true }),
    listNumbers: async () => {
      const frames = await sheet.getByText(/^No\. \d/).allTextContents();
      return frames.map((frame) => Number(frame.slice(4)));
    },
    waitForImages: (numbers: readonly number[]) =>
      page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('main li')]
            .flatMap(({ textContent }) => /No\. (\d+)/.exec(textContent)?.[1] ?? [])
            .map(Number)
            .join() === wanted,
        numbers.join(),
      ),
  };
};
