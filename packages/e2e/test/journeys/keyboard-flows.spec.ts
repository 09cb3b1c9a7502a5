import { PLAN_TERMS, type Answer, type User } from '@app/contracts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { text } from '../../src/texts.js';
import { galleryPage } from '../support/gallery-page.js';
import { tabTo } from '../support/keyboard.js';

const t = (key: string, values?: Record<string, string | number>): string => text('en', key, values);

/** Tab to a control of this name, and a key. */
const keysOf = (page: Page, origin: string) => async (name: string, key: string) => {
  await tabTo(page, origin, name);
  await page.keyboard.press(key);
};

/** For what has no text of its own, or stands in a toast, whose own ring is faint. */
async function tabUntilFocused(page: Page, control: Locator): Promise<void> {
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
}

test('a plan is chosen by the year and paid for by keyboard only', async ({ open, newUser, product }) => {
  const { page } = await open.asUser(await newUser());
  await page.goto('/pricing');
  const annual = page.getByRole('radio', { name: new RegExp(`^${t('pricing:billing.annual')}`) });
  const monthly = page.getByRole('radio', { name: t('pricing:billing.monthly'), exact: true });
  const card = t('pricing:pay.named', { action: t('pricing:pay.stripe'), plan: t('common:plans.pro') });
  await page.getByRole('button', { name: card }).waitFor();

  await monthly.focus();
  await page.keyboard.press('ArrowRight');
  await expect(annual).toBeChecked();
  await page.waitForURL('/pricing?billing=annual');
  await page.keyboard.press('ArrowLeft');
  await expect(monthly).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(annual).toBeChecked();
  await keysOf(page, product.running.url)(card, 'Enter');
  await page.locator('select[name="outcome"]').waitFor();
  await expect(page.getByText(`$${PLAN_TERMS.pro.annualPriceCents / 100}`).first()).toBeVisible();
});

test(
  'another tab of the profile is opened, and a name saved, by keyboard only',
  { tag: '@proof' },
  async ({ open, newUser, product }) => {
    const user = await newUser();
    const { page } = await open.asUser(user);
    await page.goto('/profile');
    await page.getByRole('tab', { name: t('profile:tabs.overview'), selected: true }).waitFor();
    const press = keysOf(page, product.running.url);
    await press(t('profile:tabs.overview'), 'End');
    await expect(page.getByRole('tab', { name: t('profile:tabs.settings'), selected: true })).toBeFocused();
    const name = page.getByLabel(t('profile:settings.name'), { exact: true });
    await name.waitFor();
    // The panel, and its first field.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tabpanel', { name: t('profile:tabs.settings') })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(name).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Ada Byron');
    await press(t('profile:settings.saveName'), 'Enter');
    await page.getByRole('button', { name: t('common:nav.account', { name: 'Ada Byron' }) }).waitFor();
    expect((await user.call<User>('GET', '/auth/me')).name).toBe('Ada Byron');
  },
);

test(
  'the statement is filtered, and the filter taken back, by keyboard only',
  { tag: '@proof' },
  async ({ open, newUser, product }) => {
    const { page } = await open.asUser(await newUser());
    await page.goto('/profile?tab=statement');
    const granted = page.getByRole('row').filter({ hasText: t('statement:grants.free_month') });
    await granted.waitFor();
    const kind = page.getByLabel(t('statement:kind'), { exact: true });
    await tabUntilFocused(page, kind);
    await page.keyboard.type(t('statement:kinds.charge'));
    await page.waitForURL((url) => url.searchParams.get('kind') === 'charge');
    await page.getByText(t('statement:nothingTitle')).waitFor();
    await granted.waitFor({ state: 'detached' });
    await keysOf(page, product.running.url)(t('statement:clear'), 'Enter');
    await granted.waitFor();
    expect(new URL(page.url()).searchParams.get('kind')).toBeNull();
  },
);

test(
  'a favorite is taken off the list and put back by keyboard only',
  { tag: '@proof' },
  async ({ open, newOwner, product }) => {
    const owner = await newOwner([{ prompt: 'A heron', favorite: true }]);
    const favorites = async () =>
      (await owner.call<Answer<'images.favorites'>>('GET', '/images/favorites?page=1&limit=12')).total;
    const { page } = await open.asUser(owner);
    await page.goto('/favorites');
    const { waitForImages } = galleryPage(page, 'en');
    await waitForImages([1]);
    const press = keysOf(page, product.running.url);
    await press(t('gallery:unfavorite'), 'Enter');
    await waitForImages([]);
    await page.getByText(t('gallery:favorites.removed')).waitFor();
    expect(await favorites()).toBe(0);
    await tabUntilFocused(page, page.getByRole('button', { name: t('gallery:removal.undo') }));
    await page.keyboard.press('Enter');
    await waitForImages([1]);
    expect(await favorites()).toBe(1);
  },
);

test(
  'the command palette is opened, searched and followed by keyboard only',
  { tag: '@proof' },
  async ({ open, newUser }) => {
    const { page } = await open.asUser(await newUser());
    await page.goto('/faq');
    const palette = page.getByRole('dialog', { name: t('palette:title') });
    await page.keyboard.press('ControlOrMeta+k');
    const field = palette.getByRole('combobox', { name: t('palette:placeholder') });
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(t('palette:commands.statement'));
    await expect(palette.getByRole('option')).toHaveText([t('palette:commands.statement')]);
    await page.keyboard.press('Enter');
    await page.waitForURL('/profile?tab=statement');
    await page.getByRole('tab', { name: t('profile:tabs.statement'), selected: true }).waitFor();
    await palette.waitFor({ state: 'detached' });
  },
);

test('the answers of the FAQ open and close by keyboard only', async ({ open, product }) => {
  const { page } = await open.asVisitor();
  await page.goto('/faq');
  const question = 'When do credits expire?';
  const answer = page.getByText(/^Free monthly credits expire at the end of the calendar month/);
  await expect(answer).toBeHidden();
  await keysOf(page, product.running.url)(question, 'Enter');
  await expect(answer).toBeVisible();
  await page.keyboard.press('Space');
  await expect(answer).toBeHidden();
});
