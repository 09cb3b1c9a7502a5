import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DEFAULT_SIZE, DEFAULT_STYLE } from '@app/contracts';
import { waitFor } from '@testing-library/react';
import type { PromptHistoryEntry } from '../../../../api/endpoints/generations';
import { connectToasts, type ToastMessage } from '../../../../shared/toasts';
import { EMPTY_DRAFT, type GenerateSettings } from '../settings';
import { recall } from './recall';

let toasts: ToastMessage[];
let changes: Partial<GenerateSettings>[];
let disconnect: () => void;
beforeEach(() => {
  [toasts, changes] = [[], []];
  disconnect = connectToasts((toast) => toasts.push(toast));
});
afterEach(() => disconnect());

/** Recalls an entry into a form in which something stands already. */
function take(part: Partial<GenerateSettings>, entry: Partial<PromptHistoryEntry> = {}) {
  const settings: GenerateSettings = {
    ...EMPTY_DRAFT,
    model: 'sd3.5-medium',
    style: DEFAULT_STYLE,
    size: DEFAULT_SIZE,
    ...part,
  };
  const handle = { settings, change: (next: Partial<GenerateSettings>) => changes.push(next) };
  recall(handle, { prompt: 'an owl', negative_prompt: null, last_used_at: '2026-11-19T08:00:00.000Z', ...entry });
}

it('an earlier prompt brings what it left out, and does not touch that field where it left out nothing', () => {
  take({}, { negative_prompt: 'snow' });
  take({ negativePrompt: 'rain' });
  take({ negativePrompt: 'rain' }, { negative_prompt: '' });
  expect(changes).toEqual([
    { prompt: 'an owl', negativePrompt: 'snow' },
    { prompt: 'an owl' },
    { prompt: 'an owl', negativePrompt: '' },
  ]);
});

it('what stood there before can be had back, with what it left out, also after the page was left', async () => {
  window.sessionStorage.setItem('prompt_draft', 'an owl');
  window.sessionStorage.setItem('generate_draft', JSON.stringify({ negativePrompt: 'snow', seed: '7' }));
  take({ prompt: 'half a thought', negativePrompt: 'fog' }, { negative_prompt: 'snow' });
  await waitFor(() => expect(toasts).toMatchObject([{ text: 'Your prompt was replaced.' }]));
  toasts[0]?.action?.run();
  expect(window.sessionStorage.getItem('prompt_draft')).toBe('half a thought');
  expect(JSON.parse(window.sessionStorage.getItem('generate_draft') ?? '')).toEqual({
    negativePrompt: 'fog',
    seed: '7',
  });
});
