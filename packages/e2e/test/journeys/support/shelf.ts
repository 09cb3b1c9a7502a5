import type { Generation, Locale, OutputFormat, Size } from '@app/contracts';
import type { Locator, Page } from 'playwright-core';
import type { Product } from '../../../src/product.js';
import { equip } from '../../../src/sign-in-credits.js';
import { newPerson, type Person } from '../../../src/sign-in-person.js';
import { text } from '../../../src/texts.js';

export interface Wish {
  prompt: string;
  count: number;
  style?: string;
  size?: Size;
  output_format?: OutputFormat;
}

/** Somebody with these pictures, made one wish after the other. */
export async function ownerOf({ running }: Product, handle: string, wishes: readonly Wish[]): Promise<Person> {
  const owner = await newPerson(running.url, { name: 'Owner', handle });
  await equip(running.databaseUrl, owner, { plan: 'enterprise', credits: 100 });
  for (const wish of wishes) await make(owner, wish);
  return owner;
}

async function make(person: Person, wish: Wish): Promise<void> {
  const { id } = await person.call<Generation>('POST', '/images/generate', {
    model: 'sd3.5-flash',
    style: 'pixel-art',
    size: '1:1',
    output_format: 'png',
    ...wish,
  });
  for (;;) {
    const { status } = await person.call<Generation>('GET', `/images/generations/${id}`);
    if (status === 'completed') return;
    if (status === 'failed') throw new Error('The picture was not made');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What stands on a page of the gallery, or of the favorites. */
export const shelfOf = (page: Page, locale: Locale) => {
  const t = (key: string, values?: Record<string, string | number>): string => text(locale, key, values);
  const sheet = page
    .getByRole('list', { name: t('gallery:sheet') })
    .or(page.getByRole('list', { name: t('gallery:favorites.sheet') }));
  const item = (number: number): Locator =>
    sheet.getByRole('listitem').filter({ hasText: `No. ${String(number).padStart(4, '0')}` });
  return {
    t,
    sheet,
    item,
    card: (number: number) => item(number).locator('[data-picture]'),
    frames: async () => {
      const frames = await sheet.getByText(/^No\. /).allTextContents();
      return frames.map((frame) => Number(frame.slice(4)));
    },
    /** Waits until these stand there, and no others. */
    shows: (numbers: readonly number[]) =>
      page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('main li')]
            .flatMap(({ textContent }) => /No\. (\d+)/.exec(textContent)?.[1] ?? [])
            .map(Number)
            .join() === wanted,
        numbers.join(),
      ),
    button: (key: string) => page.getByRole('button', { name: t(key), exact: true }),
  };
};
