import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { generation, image } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { comparedFrom, type Compared } from './compared';
import { SettingChanges } from './setting-changes';

const compared = (part: Partial<Compared>): Compared => ({
  ...comparedFrom(generation({ status: 'completed' }), image({ status: 'completed' })),
  ...part,
});

/** What is told of each setting that differs. */
async function changes(before: Partial<Compared>, after: Partial<Compared>): Promise<Record<string, string>> {
  const part = <SettingChanges before={compared(before)} after={compared(after)} />;
  const { unmount } = await renderPart(part, { user: null, namespaces: ['compare'] });
  const terms = screen.queryAllByRole('term');
  const told = terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ''] as const);
  unmount();
  return Object.fromEntries(told.map(([term, text]) => [term ?? '', text]));
}

it('each setting that differs is told with what it was and what it is', async () => {
  const told = await changes(
    { style: 'enhance', model: 'sd3.5-medium', size: '1:1', quality: 'standard', output_format: 'png', seed: 7 },
    { style: 'anime', model: 'sd3.5-large', size: '3:2', quality: 'hd', output_format: 'webp', seed: 8 },
  );
  expect(Object.values(told)).toEqual([
    expect.stringMatching(/Enhance.*Anime$/),
    expect.stringMatching(/SD 3\.5 Medium.*SD 3\.5 Large$/),
    expect.stringMatching(/1:1.*3:2$/),
    expect.stringMatching(/Standard.*HD$/),
    expect.stringMatching(/PNG.*WebP$/),
    expect.stringMatching(/7.*8$/),
  ]);
  expect(Object.keys(told).filter((term) => term === '' || term.includes('terms.'))).toEqual([]);
});

it('texts are told whole, and one that was empty as nothing', async () => {
  const [prompt, negative] = Object.values(
    await changes({ prompt: 'a red fox', negative_prompt: null }, { prompt: 'a red owl', negative_prompt: 'clouds' }),
  );
  expect(prompt).toMatch(/a red fox.*a red owl$/);
  expect(negative).toMatch(/clouds$/);
  expect(negative).not.toMatch(/null|undefined/);
});

it('where nothing differs, that is told instead', async () => {
  const part = <SettingChanges before={compared({})} after={compared({})} />;
  await renderPart(part, { user: null, namespaces: ['compare'] });
  expect(screen.queryByRole('term')).toBeNull();
  expect(screen.getByText('Nothing: settings and seed are the same.')).toBeVisible();
});
