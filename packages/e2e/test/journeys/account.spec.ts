import { STORAGE_KEYS, type Answer, type Locale } from '@app/contracts';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../../src/fixtures.js';
import { inLocale, text } from '../../src/texts.js';

const ZIP = 'PK';

test('an account is deleted after its address was typed, and a new sign-up gets no free credits', async ({
  open,
  newUser,
}) => {
  const locale: Locale = 'zh';
  const t = (key: string) => text(locale, key);
  const user = await newUser({ locale });
  await user.call('POST', '/users/me/login');
  const { page } = await open.asUser(user, locale);
  await page.goto(inLocale(locale, '/profile?tab=settings'));
  await page.getByRole('button', { name: t('profile:deletion.start') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('profile:deletion.stays.ledger')).waitFor();
  await page.getByRole('button', { name: t('profile:deletion.next') }).click();
  const confirm = page.getByRole('button', { name: t('profile:deletion.confirm') });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(`${user.account.handle}@example.com`);
  await confirm.click();
  await page.getByText(t('profile:deletion.goodbye')).waitFor();
  await page.waitForURL((url) => url.pathname === inLocale(locale, '/'));
  const tokens = await page.evaluate(
    (keys) => keys.map((key) => localStorage.getItem(key)),
    [STORAGE_KEYS.accessToken, STORAGE_KEYS.refreshToken],
  );
  expect(tokens).toEqual([null, null]);
  await expect(user.call('GET', '/auth/me')).rejects.toThrow('401');

  const again = await newUser({ ...user.account, locale });
  expect((await again.call<Answer<'quota.show'>>('GET', '/quota')).remainingCredits).toBe(0);
});

test('a user exports all images as an archive', async ({ open, newOwner }) => {
  const owner = await newOwner([{ prompt: 'A heron over rice terraces', count: 2 }]);
  const { page } = await open.asUser(owner, 'en');
  await page.goto('/profile?tab=settings');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: text('en', 'profile:export.formats.zip') }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe(ZIP);
});
