import type { ApiKey } from '@app/contracts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../../src/fixtures.js';
import { linkClient, missingTools, readQuickStarts, runQuickStart } from '../../src/quick-starts.js';
import { text } from '../../src/texts.js';

const en = (key: string, values: Record<string, string | number> = {}) => text('en', `developers:${key}`, values);

test('a key made in the browser opens each quick start as it stands on the page, until it is revoked', async ({
  open,
  newUser,
}) => {
  const user = await newUser({ plan: 'pro', credits: 50 });
  const { page } = await open.asUser(user);
  await page.goto('/api');
  const { programs: all } = await readQuickStarts(page);
  const missing = await Promise.all(all.map(missingTools));
  const programs = all.filter((_, index) => missing[index]?.length === 0);
  const description = `not installed: ${missing.flat().join(', ')}`;
  if (programs.length < all.length) test.info().annotations.push({ type: 'quick starts left out', description });

  await page.getByRole('tab', { name: en('tabs.keys') }).click();
  await page.getByRole('button', { name: en('keys.create') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en('keys.name')).fill('quick start');
  await dialog.getByRole('button', { name: en('keys.create') }).click();
  const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  expect(key).toMatch(/^lum_live_\w{38}$/);
  await page.getByRole('button', { name: en('secret.done') }).click();

  const folder = await mkdtemp(join(tmpdir(), 'quick-starts-'));
  await linkClient(folder);
  const run = (program: (typeof programs)[number]) => runQuickStart(program, { folder, key });
  for (const [index, { output, image }] of (await Promise.all(programs.map(run))).entries()) {
    expect([programs[index]?.file, output, image?.subarray(1, 4).toString()]).toEqual([
      programs[index]?.file,
      expect.not.stringContaining(key),
      'PNG',
    ]);
  }

  await page.getByRole('button', { name: en('keys.revoke') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('keys.revoke') })
    .click();
  await page.getByText(en('keys.empty')).waitFor();
  expect(await user.call<ApiKey[]>('GET', '/api-keys')).toEqual([]);
  // What a key may do is decided by the API, whoever asks.
  for (const program of programs.slice(0, 1)) {
    const { output, image } = await run(program);
    expect([output, image]).toEqual([expect.stringContaining('UNAUTHENTICATED'), null]);
  }
  await rm(folder, { recursive: true });
});
