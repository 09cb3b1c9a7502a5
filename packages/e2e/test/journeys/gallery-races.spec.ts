import { LOCALES, type Answer } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import type { Person } from '../../src/sign-in-person.js';
import { inLocale } from '../../src/texts.js';
import { ownerOf, shelfOf } from './support/shelf.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

/** Every call that deletes, restores or ends something, as `DELETE` or the last word of its path. */
function watchCalls(context: BrowserContext): string[] {
  const made: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const last = pathname.split('/').at(-1) ?? '';
    if (request.method() === 'DELETE') made.push(last === 'share' ? 'stop sharing' : 'delete');
    if (request.method() === 'POST' && /^(batch-delete|restore)$/.test(last)) made.push(last);
  });
  return made;
}

async function kept(owner: Person): Promise<number[]> {
  const { data } = await owner.call<Answer<'images.list'>>('GET', '/images?page=1&limit=12');
  return data.map(({ frame_number: frame }) => frame);
}

describe.each(LOCALES)('in %s', (locale) => {
  const owner = (name: string, count: number) =>
    ownerOf(product, `${name}-${locale}`, [{ prompt: '山茶 A camellia', count }]);
  const gallery = async (person: Person) => {
    const { page, context } = await visitors.as(person, locale);
    await page.goto(inLocale(locale, '/gallery'));
    const shelf = shelfOf(page, locale);
    const undo = page.getByRole('button', { name: new RegExp(`^${shelf.t('gallery:removal.undo')}`) });
    return { page, context, undo, dialog: page.getByRole('dialog'), ...shelf };
  };

  test('two presses on a button that deletes or ends something do it once, and hit nothing else', async () => {
    const person = await owner('double', 6);
    const { page, context, dialog, card, shows, button, t, undo } = await gallery(person);
    const calls = watchCalls(context);
    await shows([6, 5, 4, 3, 2, 1]);

    await card(6).focus();
    await page.keyboard.press('Delete');
    await button('gallery:removal.confirm').dblclick();
    await shows([5, 4, 3, 2, 1]);
    await undo.dblclick();
    await shows([6, 5, 4, 3, 2, 1]);
    await page.getByText(t('gallery:removal.restored', { count: 1 })).waitFor();
    expect(calls).toEqual(['delete', 'restore']);
    expect(await dialog.count()).toBe(0);

    // In the details the next picture takes the place of the deleted one, below the same finger.
    await card(6).click();
    await dialog.getByText('No. 0006').waitFor();
    await page.keyboard.press('Delete');
    await button('gallery:removal.confirm').dblclick();
    await dialog.getByText('No. 0005').waitFor();
    expect(await button('gallery:removal.confirm').count()).toBe(0);
    await dialog.getByRole('button', { name: t('gallery:share'), exact: true }).click();
    await page.getByLabel(t('sharing:dialog.link')).waitFor();
    // The question appears below the pointer, its dangerous answer where the button stood.
    const question = page.getByRole('group', { name: t('sharing:dialog.stopQuestion') });
    await button('sharing:dialog.stop').dblclick();
    await question.waitFor();
    expect(calls).not.toContain('stop sharing');
    await question.getByRole('button', { name: t('sharing:dialog.stop') }).dblclick();
    await page.getByText(t('sharing:dialog.stopped')).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await shows([5, 4, 3, 2, 1]);
    expect(calls).toEqual(['delete', 'restore', 'delete', 'stop sharing']);

    await button('gallery:selection.start').click();
    await card(5).click();
    await card(4).click();
    await button('gallery:removal.action').dblclick();
    await page.getByText(t('gallery:removal.question', { count: 2 })).waitFor();
    expect(calls).not.toContain('batch-delete');
    await button('gallery:removal.confirm').dblclick();
    await shows([3, 2, 1]);
    await page.getByText(t('gallery:removal.done', { count: 2 })).waitFor();
    expect(calls).toEqual(['delete', 'restore', 'delete', 'stop sharing', 'batch-delete']);
    expect(await kept(person)).toEqual([3, 2, 1]);
  });

  test('what one tab deletes, another that has it open or selected does not keep alive', async () => {
    const person = await owner('tabs', 4);
    const { page, context, card, shows, button, undo } = await gallery(person);
    await shows([4, 3, 2, 1]);
    const other = await context.newPage();
    await other.goto(inLocale(locale, '/gallery'));
    const there = shelfOf(other, locale);
    const opened = other.getByRole('dialog');
    const remove = async (number: number) => {
      await card(number).focus();
      await page.keyboard.press('Delete');
      await button('gallery:removal.confirm').click();
      await undo.first().waitFor();
    };

    await there.card(3).click();
    await opened.getByText('No. 0003').waitFor();
    await remove(3);
    await opened.getByText(there.t('gallery:details.missing')).waitFor();
    await undo.click();
    await shows([4, 3, 2, 1]);
    await opened.getByRole('button', { name: there.t('gallery:share'), exact: true }).waitFor();
    await other.keyboard.press('Escape');
    await there.shows([4, 3, 2, 1]);

    await there.button('gallery:selection.start').click();
    await there.card(4).click();
    await there.card(2).click();
    await remove(4);
    await there.shows([3, 2, 1]);
    await other.keyboard.press('Delete');
    await there.button('gallery:removal.confirm').click();
    await there.shows([3, 1]);
    await shows([3, 1]);
    expect(await kept(person)).toEqual([3, 1]);
  });
});
