import type { Locale } from '@app/contracts';
import type { BrowserContext } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { inLocale } from '../../src/texts.js';
import { frameNumber, galleryPage, listNumbers } from '../support/gallery-page.js';

/** Records calls that change images, as `DELETE` or the last segment of the path. */
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

test('a double click on a destructive button acts once', async ({ open, newOwner }) => {
  const locale: Locale = 'en';
  const owner = await newOwner([{ prompt: '山茶 A camellia', count: 6 }]);
  const { page, context } = await open.asUser(owner, locale);
  await page.goto(inLocale(locale, '/gallery'));
  const { dialog, card, waitForImages, button, t, undo } = galleryPage(page, locale);
  const calls = watchCalls(context);
  await waitForImages([6, 5, 4, 3, 2, 1]);

  await card(6).focus();
  await page.keyboard.press('Delete');
  await button('work:removal.confirm').dblclick();
  await waitForImages([5, 4, 3, 2, 1]);
  await undo.dblclick();
  await waitForImages([6, 5, 4, 3, 2, 1]);
  await page.getByText(t('work:removal.restored', { count: 1 })).waitFor();
  expect(calls).toEqual(['delete', 'restore']);
  await expect(dialog).toHaveCount(0);

  // In the details the next image appears below the pointer that deleted the previous one.
  await card(6).click();
  await dialog.getByText(frameNumber(6), { exact: true }).waitFor();
  await page.keyboard.press('Delete');
  await button('work:removal.confirm').dblclick();
  await dialog.getByText(frameNumber(5), { exact: true }).waitFor();
  await expect(button('work:removal.confirm')).toHaveCount(0);
  await dialog.getByRole('button', { name: t('gallery:share'), exact: true }).click();
  await page.getByLabel(t('sharing:dialog.link')).waitFor();
  // The confirmation appears below the pointer, with its delete button at the same place.
  const question = page.getByRole('group', { name: t('sharing:dialog.stopQuestion') });
  await button('sharing:dialog.stop').dblclick();
  await question.waitFor();
  expect(calls).not.toContain('stop sharing');
  await question.getByRole('button', { name: t('sharing:dialog.stop') }).dblclick();
  await page.getByText(t('sharing:dialog.stopped')).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForImages([5, 4, 3, 2, 1]);
  expect(calls).toEqual(['delete', 'restore', 'delete', 'stop sharing']);

  await button('gallery:selection.start').click();
  await card(5).click();
  await card(4).click();
  await button('gallery:removal.action').dblclick();
  await page.getByText(t('gallery:removal.question', { count: 2 })).waitFor();
  expect(calls).not.toContain('batch-delete');
  await button('work:removal.confirm').dblclick();
  await waitForImages([3, 2, 1]);
  await page.getByText(t('work:removal.done', { count: 2 })).waitFor();
  expect(calls).toEqual(['delete', 'restore', 'delete', 'stop sharing', 'batch-delete']);
  expect(await listNumbers(owner)).toEqual([3, 2, 1]);
});

test(
  'a deletion in one tab reaches another tab that has the image open or selected',
  { tag: '@proof' },
  async ({ open, newOwner }) => {
    const locale: Locale = 'zh';
    const owner = await newOwner([{ prompt: '山茶 A camellia', count: 4 }]);
    const { page, context } = await open.asUser(owner, locale);
    await page.goto(inLocale(locale, '/gallery'));
    const { card, waitForImages, button, undo } = galleryPage(page, locale);
    await waitForImages([4, 3, 2, 1]);
    const other = await context.newPage();
    await other.goto(inLocale(locale, '/gallery'));
    const there = galleryPage(other, locale);
    const remove = async (number: number) => {
      await card(number).focus();
      await page.keyboard.press('Delete');
      await button('work:removal.confirm').click();
      await undo.first().waitFor();
    };

    await there.card(3).click();
    await there.dialog.getByText(frameNumber(3), { exact: true }).waitFor();
    await remove(3);
    await there.dialog.getByText(there.t('gallery:details.missing')).waitFor();
    await undo.click();
    await waitForImages([4, 3, 2, 1]);
    await there.dialog.getByRole('button', { name: there.t('gallery:share'), exact: true }).waitFor();
    await other.keyboard.press('Escape');
    await there.waitForImages([4, 3, 2, 1]);

    await there.button('gallery:selection.start').click();
    await there.card(4).click();
    await there.card(2).click();
    await remove(4);
    await there.waitForImages([3, 2, 1]);
    await other.keyboard.press('Delete');
    await there.button('work:removal.confirm').click();
    await there.waitForImages([3, 1]);
    await waitForImages([3, 1]);
    expect(await listNumbers(owner)).toEqual([3, 1]);
  },
);
