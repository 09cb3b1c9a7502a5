import { describe, expect, it, jest } from '@jest/globals';
import { DEFAULT_SIZE, DEFAULT_STYLE, SEED_MAX, STYLES, type Model, type ModelOffer } from '@app/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { useEffect, useState } from 'react';
import { models } from '../../../../test/models';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { IDLE } from '../../../../test/submit-handle';
import '../../../api/endpoints/generations';
import { useModelsWatch } from '../engine/use-models';
import type { SubmitHandle } from '../submit/use-submit';
import { PromptField } from './prompt-field';
import { EMPTY_DRAFT, type GenerateSettings } from './settings';
import { SettingsChips } from './settings-chips';

const server = startServer();

const submit = jest.fn<() => Promise<void>>();
const HANDLE: SubmitHandle = { ...IDLE, submit };

interface Shown extends Partial<GenerateSettings> {
  maxCount?: number;
}

let latest: GenerateSettings;
function Form({ maxCount, ...part }: Shown) {
  const [settings, setSettings] = useState<GenerateSettings>({
    ...EMPTY_DRAFT,
    model: 'sd3.5-medium' satisfies Model,
    style: DEFAULT_STYLE,
    size: DEFAULT_SIZE,
    ...part,
  });
  useEffect(() => {
    latest = settings;
  }, [settings]);
  const change = (next: Partial<GenerateSettings>) => setSettings((before) => ({ ...before, ...next }));
  return (
    <>
      <PromptField settings={settings} change={change} />
      <SettingsChips settings={settings} change={change} maxCount={maxCount} submission={HANDLE} />
    </>
  );
}

const show = (part: Shown = {}) => renderPart(<Form {...part} />, { user: USER, namespaces: ['generate', 'work'] });
const chips = () => within(screen.getByRole('group', { name: 'Settings' })).getAllByRole('button');
const open = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}: `) }));
  return screen.getByRole('dialog', { name });
};
const prompt = () => screen.getByRole('textbox', { name: /^What should it show/ });

describe('the row of settings', () => {
  it('says what is chosen, with the quality of the models that have one', async () => {
    const { unmount } = await show({ count: 3, seed: '42', outputFormat: 'webp' });
    const names = ['Model: 3.5 Medium', 'Style: Enhance', 'Size: 1:1', 'Images: 3', 'File type: WebP · 42'];
    expect(chips().map((chip) => chip.getAttribute('aria-label'))).toEqual(names);
    unmount();
    await show({ model: 'dall-e-3', quality: 'hd' });
    expect(chips()[0]).toHaveAccessibleName('Model: DALL-E 3 · HD');
  });

  it('opens one part at a time, which a press outside, Escape or another press closes', async () => {
    await show();
    await open('Style');
    expect(chips().map((chip) => chip.getAttribute('aria-expanded'))).toEqual([
      'false',
      'true',
      'false',
      'false',
      'false',
    ]);
    const dialog = await open('Size');
    expect(chips()[2]).toHaveAttribute('aria-controls', dialog.id);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await userEvent.click(chips()[2] as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
    await open('Size');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(chips()[2]).toHaveFocus();
  });

  it('closes after a choice by pointer, with the focus on its chip; by keys one moves through the choices', async () => {
    await show();
    const dialog = await open('Size');
    expect(within(dialog).getByRole('radio', { name: /^1:1/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect([latest.size, screen.queryByRole('dialog')]).toEqual(['16:9', dialog]);
    await userEvent.click(within(dialog).getByRole('radio', { name: /^9:16/ }));
    expect([latest.size, screen.queryByRole('dialog')]).toEqual(['9:16', null]);
    expect(chips()[2]).toHaveFocus();
  });

  it('stays open where there is more to choose: the file, and a model with its quality', async () => {
    await show({ model: 'dall-e-3' });
    const file = await open('File type');
    await userEvent.click(within(file).getByRole('radio', { name: 'JPEG' }));
    expect([latest.outputFormat, screen.queryByRole('dialog')]).toEqual(['jpeg', file]);
    const model = await open('Model');
    await userEvent.click(within(model).getByRole('radio', { name: /^HD/ }));
    expect([latest.quality, screen.queryByRole('dialog')]).toEqual(['hd', model]);
  });
});

describe('a part of the settings', () => {
  it('takes nothing but digits for a seed, and says how large it may be', async () => {
    await show();
    const seed = within(await open('File type')).getByRole('textbox', { name: 'Seed' });
    fireEvent.change(seed, { target: { value: '12a 34-5678901234' } });
    expect(latest.seed).toBe('1234567890');
    expect(seed).toBeValid();
    fireEvent.change(seed, { target: { value: String(SEED_MAX) } });
    expect(screen.queryByText(/^A whole number from 0/)).toBeNull();
    fireEvent.change(seed, { target: { value: String(SEED_MAX + 1) } });
    expect(screen.getByText(`A whole number from 0 to ${SEED_MAX}.`)).toBeVisible();
  });

  it.each([
    [4, ['1', '2', '3', '4'], 'Your plan allows up to 4 images per generation.'],
    [1, ['1'], 'Your plan allows 1 image per generation.'],
    [8, ['1', '2', '3', '4', '5', '6', '7', '8'], null],
    [undefined, ['1', '2', '3', '4', '5', '6', '7', '8'], null],
  ] as const)('for a plan of %s images offers %j', async (maxCount, choices, hint) => {
    await show(maxCount === undefined ? {} : { maxCount });
    const dialog = await open('Images');
    const free = within(dialog)
      .getAllByRole<HTMLButtonElement>('radio')
      .filter((one) => !one.disabled);
    expect(free.map(({ textContent }) => textContent)).toEqual(choices);
    expect(
      within(dialog)
        .queryByText(/^Your plan allows/)
        ?.textContent?.trim() ?? null,
    ).toBe(hint && `${hint} See the plans`);
    await userEvent.click(free.at(-1) as HTMLElement);
    expect(latest.count).toBe(choices.length);
  });

  it('names each model with what it is for and its price; an announced one cannot be chosen', async () => {
    await show();
    const dialog = await open('Model');
    const announced = within(dialog).getByRole('radio', { name: /^DALL-E 3, .*2 credits/ });
    expect(announced).toBeDisabled();
    await userEvent.click(within(dialog).getByRole('radio', { name: /^SD 3\.5 Large, .*6\.5 credits/ }));
    expect(latest.model).toBe('sd3.5-large' satisfies ModelOffer['id']);
    expect(screen.queryByRole('radio', { name: /^HD/ })).toBeNull();
  });
});

describe('the choices of a setting', () => {
  const tiles = (dialog: HTMLElement) => within(dialog).getAllByRole('radio');

  it('of sizes are named with their pixels and drawn in their shape', async () => {
    await show();
    const drawn = tiles(await open('Size')).map((tile) => {
      const { width, height } = tile.querySelector<HTMLElement>('[aria-hidden] > span')?.style ?? {};
      return [tile.getAttribute('aria-label'), tile.textContent, width, height];
    });
    expect(drawn[0]).toEqual(['1:1, 1024 by 1024 pixels', '1:1', '28px', '28px']);
    expect(drawn).toContainEqual(['16:9, 1344 by 768 pixels', '16:9', '28px', '16px']);
    expect(drawn).toContainEqual(['9:16, 768 by 1344 pixels', '9:16', '16px', '28px']);
  });

  it('of styles show the same scene in each, by its name', async () => {
    await show({ style: 'anime' });
    const shown = tiles(await open('Style'));
    const anime = shown.find((tile) => tile.getAttribute('aria-label') === 'Anime');
    expect(anime).toBeChecked();
    expect(anime).toHaveTextContent('Anime');
    const pictures = shown.map((tile) => tile.querySelector('img')?.getAttribute('src'));
    expect(new Set(pictures).size).toBe(STYLES.length);
    expect(pictures).toContain('/samples/styles/anime.webp');
  });

  it('of models say what each is for, what it costs, and whether it works', async () => {
    server.use(
      http.get(`${API}/images/models`, () =>
        ok(models((id) => (id === 'sd3.5-large' ? { status: 'unavailable' } : {}))),
      ),
    );
    function Watch() {
      useModelsWatch();
      return <Form />;
    }
    await renderPart(<Watch />, { user: USER, namespaces: ['generate', 'work'] });
    const dialog = await open('Model');
    expect(await within(dialog).findByText('Unavailable')).toBeVisible();
    expect(tiles(dialog).map(({ textContent }) => textContent)).toEqual([
      'SD 3.5 LargeUnavailable6.5 credits',
      'SD 3.5 Large TurboFine and fast4 credits',
      'SD 3.5 MediumBalanced3.5 credits',
      expect.stringMatching(/^SD 3\.5 Flash.+2\.5 credits$/),
      'DALL-E 3Coming soon2 credits',
    ]);
    expect(within(dialog).getByRole('radio', { checked: true })).toHaveTextContent('SD 3.5 Medium');
  });

  it('of a file are told with what a seed is for', async () => {
    await show();
    const seed = within(await open('File type')).getByRole('textbox', { name: 'Seed' });
    expect(seed).toHaveAccessibleDescription('The same prompt, seed and settings give the same image again.');
    expect(seed).toHaveAttribute('placeholder', 'random');
  });
});

describe('the prompt', () => {
  it('is written, counted, and told by how much it is too long', async () => {
    await show({ prompt: 'a'.repeat(499) });
    expect(prompt()).not.toHaveAttribute('aria-invalid');
    fireEvent.change(prompt(), { target: { value: 'a'.repeat(5_000) } });
    expect(latest.prompt).toHaveLength(5_000);
    expect(prompt()).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('alert')).toHaveTextContent(/^The prompt is \d+ over the limit\.$/);
  });

  it('can be a surprise, another one at each press', async () => {
    await show({ prompt: 'mine' });
    const surprise = screen.getByRole('button', { name: 'Surprise me' });
    for (const [random, before] of [
      [0, 'mine'],
      [0, latest.prompt],
      [0.99, latest.prompt],
    ] as const) {
      jest.spyOn(Math, 'random').mockReturnValue(random);
      await userEvent.click(surprise);
      expect(latest.prompt).not.toBe(before);
    }
    expect(latest.prompt).not.toMatch(/^(mine|examples\..*)?$/);
    jest.restoreAllMocks();
  });

  it('has a place for what it leaves out, which stays open while something stands there', async () => {
    await show();
    const button = screen.getByRole('button', { name: 'Leave out' });
    const field = () => screen.queryByRole('textbox', { name: /leave out/ });
    expect([button.getAttribute('aria-expanded'), field()]).toEqual(['false', null]);
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    fireEvent.change(field() as HTMLElement, { target: { value: 'a'.repeat(5_000) } });
    expect(screen.getByText(/^“Leave out” is \d+ over the limit\.$/)).toBeVisible();
    fireEvent.change(field() as HTMLElement, { target: { value: 'clouds' } });
    await userEvent.click(button);
    expect([latest.negativePrompt, field()?.textContent]).toEqual(['clouds', 'clouds']);
    fireEvent.change(field() as HTMLElement, { target: { value: '' } });
    expect(field()).toBeNull();
  });

  it.each([
    [{ key: 'ArrowUp' }, '', true],
    [{ key: 'ArrowUp' }, 'fox', false],
    [{ key: 'ArrowDown' }, '', false],
    [{ key: 'ArrowUp', shiftKey: true }, '', false],
    [{ key: 'ArrowUp', ctrlKey: true }, '', false],
    [{ key: 'ArrowUp', altKey: true }, '', false],
    [{ key: 'ArrowUp', metaKey: true }, '', false],
    [{ key: 'ArrowUp', isComposing: true }, '', false],
    [{ key: 'ArrowUp', keyCode: 229 }, '', false],
  ])('leads by %j in %j to earlier ones: %s', async (key, text, opens) => {
    server.use(http.get(`${API}/images/prompts`, () => ok({ data: [], page: 1, limit: 20, total: 0 })));
    await show({ prompt: text });
    fireEvent.keyDown(prompt(), key);
    if (opens) expect(await screen.findByText('Nothing yet. Your prompts are kept here.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'History' })).toHaveAttribute('aria-expanded', String(opens));
  });
});
