import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { setActiveLocale } from '../../shared/i18n/i18n';
import { connectToasts, type ToastMessage } from '../../shared/toasts';
import { offerUndo, onDraftRestored, readGenerateDraft, writeGenerateDraft, type DraftPart } from './generate-draft';
import { prefillGenerateForm } from './prefill-generate-form';

const IMAGE = {
  prompt: 'an owl',
  negative_prompt: 'snow',
  model: 'sd3.5-flash',
  style: 'anime',
  size: '3:2',
  quality: 'standard',
  output_format: 'webp',
} as const;
let toasts: ToastMessage[];
let disconnect: () => void;

beforeEach(() => {
  window.sessionStorage.clear();
  toasts = [];
  disconnect = connectToasts((toast) => toasts.push(toast));
});
afterEach(() => {
  disconnect();
  setActiveLocale('en');
});

/** The only message there is, once it is there. */
async function message(): Promise<ToastMessage> {
  await waitFor(() => expect(toasts).not.toEqual([]));
  const [only, ...others] = toasts;
  if (!only || others.length > 0) throw new Error('there is one message');
  return only;
}

/** Whatever was to be said before is said once this is. */
const saidAfterwards = async () => {
  const before = toasts;
  offerUndo({ prompt: `written at ${performance.now()}` }, { prompt: '' });
  await waitFor(() => expect(toasts.at(-1)?.key).toBe('replaced-prompt'));
  return before.slice(0, -1);
};

describe('words that are replaced', () => {
  it.each([
    ['en', 'Your prompt was replaced.', 'Undo'],
    ['zh', '原来的提示词已被替换。', '撤销'],
  ] as const)('can be had back for ten seconds (%s)', async (locale, text, label) => {
    setActiveLocale(locale);
    offerUndo({ prompt: 'half a thought' }, { prompt: 'an owl' });
    expect(await message()).toMatchObject({ kind: 'info', key: 'replaced-prompt', text, duration: 10_000 });
    expect((await message()).action?.label).toBe(label);
  });

  it.each<[DraftPart, DraftPart]>([
    [{ prompt: '' }, { prompt: 'an owl' }],
    [{ prompt: ' \n' }, { prompt: 'an owl' }],
    [{ prompt: 'an owl' }, { prompt: 'an owl' }],
    [{ prompt: 'mine', negativePrompt: 'rain' }, { style: 'anime' }],
    [
      { prompt: 'an owl', negativePrompt: undefined },
      { prompt: 'an owl', negativePrompt: 'snow' },
    ],
  ])('are not spoken of where none are lost: %j by %j', async (before, next) => {
    offerUndo(before, next);
    expect(await saidAfterwards()).toEqual([]);
  });

  it('are not spoken of where a button has put them, so that those before it can still be had back', async () => {
    offerUndo({ prompt: 'half a thought' }, { prompt: 'a first surprise' });
    offerUndo({ prompt: 'a first surprise' }, { prompt: 'a second one' });
    writeGenerateDraft({ prompt: 'a second one' });
    (await message()).action?.run();
    expect(readGenerateDraft()).toEqual({ prompt: 'half a thought' });
  });

  it('may be what is left out alone', async () => {
    offerUndo({ prompt: '', negativePrompt: 'rain' }, { prompt: 'an owl', negativePrompt: '' });
    (await message()).action?.run();
    expect(readGenerateDraft()).toEqual({ prompt: '', negativePrompt: 'rain' });
  });

  it('come back into the draft with what went with them, and the form is told; the rest of the draft stays', async () => {
    const restored: DraftPart[] = [];
    const end = onDraftRestored(() => restored.push(readGenerateDraft()));
    const before = { prompt: 'half a thought', parentId: 'a', style: 'comic-book', count: 2 } as const;
    offerUndo(before, { prompt: 'an owl', parentId: 'b', style: 'anime' });
    const written = { prompt: 'an owl', parentId: 'b', style: 'anime', count: 3 } as const;
    writeGenerateDraft(written);
    (await message()).action?.run();
    const former = { prompt: 'half a thought', parentId: 'a', style: 'comic-book', count: 3 };
    expect(readGenerateDraft()).toEqual(former);
    expect(restored).toEqual([former]);
    end();
    toasts[0]?.action?.run();
    expect(restored).toHaveLength(1);
  });
});

describe('a form that is filled from elsewhere', () => {
  it('gives back what was begun there, with its seed and what it goes back to', async () => {
    const begun = {
      prompt: 'half a thought',
      negativePrompt: 'rain',
      model: 'sd3.5-large',
      seed: '7',
      count: 2,
    } as const;
    writeGenerateDraft(begun);
    expect(prefillGenerateForm(IMAGE, { seed: 5, parentId: 'b' })).toEqual({
      model: 'sd3.5-flash',
      style: 'anime',
      size: '3:2',
    });
    expect(readGenerateDraft()).toMatchObject({ prompt: 'an owl', negativePrompt: 'snow', seed: '5', parentId: 'b' });
    (await message()).action?.run();
    expect(readGenerateDraft()).toEqual(begun);
  });

  it('goes back to what it did before, also where it goes back to nothing since', async () => {
    writeGenerateDraft({ prompt: 'another thought', parentId: 'a' });
    prefillGenerateForm(IMAGE);
    expect(readGenerateDraft()).not.toHaveProperty('parentId');
    (await message()).action?.run();
    expect(readGenerateDraft()).toMatchObject({ prompt: 'another thought', parentId: 'a' });
  });

  it('says nothing where nothing was begun', async () => {
    prefillGenerateForm(IMAGE);
    expect(await saidAfterwards()).toEqual([]);
  });
});
