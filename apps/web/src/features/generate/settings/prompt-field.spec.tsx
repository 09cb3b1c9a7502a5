import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DEFAULT_SIZE, DEFAULT_STYLE, PROMPT_MAX, NEGATIVE_PROMPT_MAX } from '@app/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import type { ReactNode } from 'react';
import { models } from '../../../../test/models';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { connectToasts, type ToastMessage } from '../../../shared/toasts';
import { useModels, useModelsWatch } from '../engine/use-models';
import { PromptField } from './prompt-field';
import { PromptText } from './prompt-text';
import { EMPTY_DRAFT, type GenerateSettings } from './settings';
import { useSettings } from './use-settings';

const server = startServer();
const nothing = () => undefined;
const settings = (part: Partial<GenerateSettings> = {}): GenerateSettings => ({
  ...EMPTY_DRAFT,
  model: 'sd3.5-medium',
  style: DEFAULT_STYLE,
  size: DEFAULT_SIZE,
  ...part,
});

const focusIt = (element: HTMLElement | null) => element?.focus();

/** A page whose heading has the focus, as after each change of the page. */
function Page({ focused = true, children }: { focused?: boolean; children?: ReactNode }) {
  useModelsWatch();
  return (
    <>
      <h1 tabIndex={-1} ref={focused ? focusIt : null}>
        Heading
      </h1>
      {children}
    </>
  );
}
const show = (part: Partial<GenerateSettings> = {}, before: ReactNode = null, focused = true) =>
  renderPart(
    <Page focused={focused}>
      {before}
      <PromptField settings={settings(part)} change={nothing} />
    </Page>,
    { user: USER, namespaces: ['generate', 'work'] },
  );
const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What should it show/ });
const nextFrame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

describe('when the page opens', () => {
  const original = window.matchMedia;
  let pointer: 'fine' | 'coarse';
  beforeEach(() => {
    pointer = 'fine';
    window.matchMedia = (query) => Object.assign(original(query), { matches: query === `(pointer: ${pointer})` });
  });
  afterEach(() => {
    window.matchMedia = original;
  });

  it.each([true, false])('one can write at once with a keyboard (heading focused: %s)', async (focused) => {
    await show({}, null, focused);
    const focus = jest.spyOn(prompt(), 'focus');
    await nextFrame();
    expect(prompt()).toHaveFocus();
    // The page stays where it is.
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  });

  it('on a touch screen the field does not take the focus, which would open the keyboard', async () => {
    pointer = 'coarse';
    await show();
    await nextFrame();
    expect(screen.getByRole('heading')).toHaveFocus();
  });

  it('what somebody has gone to meanwhile keeps the focus', async () => {
    await show({}, <input aria-label="Other" ref={focusIt} />);
    await nextFrame();
    expect(screen.getByRole('textbox', { name: 'Other' })).toHaveFocus();
  });
});

describe('a surprise', () => {
  it('gives back what somebody had begun, and says nothing in the place of another surprise', async () => {
    const toasts: ToastMessage[] = [];
    const disconnect = connectToasts((toast) => toasts.push(toast));
    function Form() {
      const handle = useSettings();
      return <PromptField {...handle} />;
    }
    window.sessionStorage.setItem('prompt_draft', 'half a thought');
    await renderPart(<Form />, { user: USER, namespaces: ['generate', 'work'] });
    const surprise = () => fireEvent.click(screen.getByRole('button', { name: 'Surprise me' }));
    surprise();
    expect(prompt()).not.toHaveValue('half a thought');
    const first = prompt().value;
    surprise();
    expect(prompt()).not.toHaveValue(first);
    await waitFor(() => expect(toasts).toMatchObject([{ text: 'Your prompt was replaced.' }]));
    act(() => toasts[0]?.action?.run());
    expect(prompt()).toHaveValue('half a thought');
    expect(toasts).toHaveLength(1);
    disconnect();
  });
});

describe('the words that the engine understood', () => {
  const understanding = () =>
    server.use(http.get(`${API}/images/models`, () => ok(models(() => ({ engine: 'studio' })))));
  const notes = () => document.getElementById(prompt().getAttribute('aria-describedby') ?? '');
  /** The line beside the text that says what the lines below words mean. */
  const sample = () => notes()?.querySelector('[aria-hidden]') ?? null;

  it('are marked and counted', async () => {
    understanding();
    await show({ prompt: 'a red fox' });
    expect(await screen.findByText(/^The demo engine paints the /)).toBeVisible();
    const marked = [...(prompt().previousElementSibling?.querySelectorAll('u') ?? [])];
    expect(marked.map(({ textContent }) => textContent)).toEqual(['red', 'fox']);
    expect(sample()).not.toBeNull();
  });

  it('are marked too where the engine is known before the field is there', async () => {
    understanding();
    function WhenKnown() {
      useModelsWatch();
      const isKnown = useModels().offerOf('sd3.5-medium') !== undefined;
      return isKnown ? <PromptField settings={settings({ prompt: 'a red fox' })} change={nothing} /> : null;
    }
    await renderPart(<WhenKnown />, { user: USER, namespaces: ['generate', 'work'] });
    expect(await screen.findByText(/^The demo engine paints the /)).toBeVisible();
  });

  it('are said to be none where there is none, and nothing is said of an empty prompt', async () => {
    understanding();
    const { unmount } = await show({ prompt: 'qwxz' });
    expect(await screen.findByText(/^The demo engine knows none of these words/)).toBeVisible();
    expect(sample()).toBeNull();
    unmount();
    await show({ prompt: '  ' });
    await nextFrame();
    expect(notes()).toBeEmptyDOMElement();
  });

  it('stay under the text when it is scrolled', async () => {
    await renderPart(
      <PromptText value="a red fox" fieldRef={{ current: null }} understood={[]} aria-label="Prompt" readOnly />,
      { user: null, namespaces: ['generate'] },
    );
    const field = screen.getByRole('textbox', { name: 'Prompt' });
    field.scrollTop = 84;
    fireEvent.scroll(field);
    expect(field.previousElementSibling?.scrollTop).toBe(84);
  });
});

describe('the limits of the texts', () => {
  it('a prompt of exactly the longest length is no error', async () => {
    const { unmount } = await show({ prompt: 'a'.repeat(PROMPT_MAX) });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(prompt()).not.toHaveAttribute('aria-invalid');
    unmount();
    await show({ prompt: 'a'.repeat(PROMPT_MAX + 1) });
    expect(screen.getByRole('alert')).toHaveTextContent('The prompt is 1 over the limit.');
    expect(prompt()).toHaveAccessibleDescription('The prompt is 1 over the limit.');
  });

  it('what to leave out may be too long for a model that ignores it, and is then not counted', async () => {
    const long = 'a'.repeat(NEGATIVE_PROMPT_MAX + 1);
    const { unmount } = await show({ negativePrompt: long });
    expect(screen.getByRole('textbox', { name: /leave out/ })).toHaveAccessibleDescription(
      '“Leave out” is 1 over the limit.',
    );
    expect(screen.getByText(`${NEGATIVE_PROMPT_MAX + 1}/${NEGATIVE_PROMPT_MAX}`)).toBeVisible();
    unmount();
    await show({ negativePrompt: long, model: 'sd3.5-large-turbo' });
    const field = screen.getByRole('textbox', { name: /leave out/ });
    expect(await screen.findByText(/SD 3\.5 Large Turbo/)).toBeVisible();
    expect(field).toHaveAccessibleDescription(/SD 3\.5 Large Turbo/);
    expect(field).not.toBeInvalid();
    expect(screen.queryByText(`${NEGATIVE_PROMPT_MAX + 1}/${NEGATIVE_PROMPT_MAX}`)).toBeNull();
  });

  it('what to leave out of exactly the longest length is no error', async () => {
    await show({ negativePrompt: 'a'.repeat(NEGATIVE_PROMPT_MAX) });
    expect(screen.getByRole('textbox', { name: /leave out/ })).not.toBeInvalid();
  });
});
