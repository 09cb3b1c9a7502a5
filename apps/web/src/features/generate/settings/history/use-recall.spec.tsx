import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DEFAULT_SIZE, DEFAULT_STYLE } from '@app/contracts';
import type { PromptHistoryEntry } from '../../../../api/endpoints/generations';
import { renderPart } from '../../../../../test/render-part';
import { connectToasts, type ToastMessage } from '../../../../shared/toasts';
import { EMPTY_DRAFT, type GenerateSettings } from '../settings';
import { useRecall } from './use-recall';

let toasts: ToastMessage[];
let changes: Partial<GenerateSettings>[];
let disconnect: () => void;
beforeEach(() => {
  [toasts, changes] = [[], []];
  disconnect = connectToasts((toast) => toasts.push(toast));
});
afterEach(() => disconnect());

/** Recalls an entry into a form in which something stands already. */
async function recall(part: Partial<GenerateSettings>, entry: Partial<PromptHistoryEntry> = {}) {
  const settings = {
    ...EMPTY_DRAFT,
    model: 'sd3.5-medium',
    style: DEFAULT_STYLE,
    size: DEFAULT_SIZE,
    ...part,
  } satisfies GenerateSettings;
  let run: ReturnType<typeof useRecall> = () => undefined;
  function Probe() {
    run = useRecall({ settings, change: (next) => changes.push(next) });
    return null;
  }
  const { unmount } = await renderPart(<Probe />, { user: null, namespaces: ['generate'] });
  run({ prompt: 'an owl', negative_prompt: null, last_used_at: '2026-11-19T08:00:00.000Z', ...entry });
  unmount();
}

it('an earlier prompt brings what it left out, and does not touch that field where it left out nothing', async () => {
  await recall({}, { negative_prompt: 'snow' });
  await recall({ negativePrompt: 'rain' });
  await recall({ negativePrompt: 'rain' }, { negative_prompt: '' });
  expect(changes).toEqual([
    { prompt: 'an owl', negativePrompt: 'snow' },
    { prompt: 'an owl' },
    { prompt: 'an owl', negativePrompt: '' },
  ]);
});

it('what stood there before can be had back for ten seconds, with what it left out', async () => {
  await recall({ prompt: 'half a thought', negativePrompt: 'rain' }, { negative_prompt: 'snow' });
  expect(toasts).toEqual([
    expect.objectContaining({
      kind: 'info',
      key: 'recalled-prompt',
      text: 'Your prompt was replaced.',
      duration: 10_000,
    }),
  ]);
  expect(toasts[0]?.action?.label).toBe('Undo');
  toasts[0]?.action?.run();
  expect(changes.at(-1)).toEqual({ prompt: 'half a thought', negativePrompt: 'rain' });
});

it.each(['', 'an owl'])('what was left out can be had back too, beside %j', async (prompt) => {
  await recall({ prompt, negativePrompt: 'rain' }, { negative_prompt: 'snow' });
  toasts[0]?.action?.run();
  expect(changes.at(-1)).toEqual({ prompt, negativePrompt: 'rain' });
});

it.each(['', '  ', 'an owl'])('nothing is said where nothing is lost: %j', async (prompt) => {
  await recall({ prompt });
  expect(changes).toHaveLength(1);
  expect(toasts).toEqual([]);
});
